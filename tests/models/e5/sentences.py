"""Short texts in several languages and scripts, written for these tests."""

SENTENCES = (
    "Ferja går fra kaia klokka halv åtte om morgenen.",
    "Eg veit ikkje kvar nøkkelen til uthuset er.",
    "Taket på förrådet behöver läggas om före vintern.",
    "Kirjaston ovet avataan kello kymmenen maanantaisin.",
    "Børnene fik lov til at blive oppe til midnat.",
    "Der Brunnen im Hof war im August ausgetrocknet.",
    "The committee met twice before the harvest, and agreed on little.",
    "Le train de nuit traverse la frontière sans s'arrêter.",
    "Поезд опоздал на сорок минут из-за снега.",
    "القطار الليلي لا يتوقف عند الحدود.",
    "图书馆星期一上午十点开门。",
    "Kış gelmeden deponun çatısı onarılmalı.",
    "図書館は月曜日の午前十時に開きます。",
    "e-post: kari@example.org, § 15-3, 1 234,50 kr",
    "ＦＵＬＬＷＩＤＴＨ ﬁne ½ ㎏ x²",
)
QUESTIONS = ("når går ferja", "roof repair", "library opening hours", "night train border")
