"""The wiki's tasks for those who run it, and those that lead to a page."""

from __future__ import annotations

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Leg,
    Waypoint,
    click,
    fill,
    named,
    pick,
    submit,
)

from .kitchen import (
    PASSWORD,
    RUNNER,
    STAFF,
    Person,
)
from .pages import (
    at_admin,
    to_admin,
)

_NEWCOMERS = (
    ("berta", "Berta Quist"),
    ("rosita", "Rosita Lindner"),
    ("theodor", "Theodor March"),
    ("mathis", "Mathis Ohland"),
)


_SURNAMES = ("Kowalski", "Duarte", "Falk", "Nyberg")


_TITLES = ("Kitchen Handbook", "The Ladle", "School Canteen", "What We Cook")


_MOTTOS = ("soup for everybody", "nothing is thrown away", "ready at noon", "wash your hands first")


_RIGHTS = (
    ("rules:*", "@trainees", "0", "1", "Trainees should not even see the rules."),
    ("rules:*", "@trainees", "2", "4", "Let trainees correct the rules that exist, and no more."),
    ("rules:*", "@trainees", "4", "2", "Let trainees add rules of their own, but not pictures."),
    ("rules:*", "@trainees", "16", "8", "Trainees may do everything with the rules, even throw"
     " out what belongs to them."),
    ("*", "@ALL", "0", "2", "Whoever has no account should not see anything of this wiki."),
    ("*", "@ALL", "2", "4", "Let people without an account correct what exists, and no more."),
    ("*", "@user", "16", "4", "Everybody with an account may also remove files."),
    ("*", "@user", "4", "2", "People with an account may begin pages but send no more files."),
    ("*", "@user", "2", "1", "People with an account may correct what exists, but begin nothing."),
)  # fmt: skip


def let_in(draw: Draw) -> Errand:
    login, name = draw.choice(_NEWCOMERS)
    group, wrong = draw.sample(("buyers", "trainees"), 2)
    mail = f"{login}@kitchen.example"
    text = (
        f"{name} starts on Monday and belongs to the {group}, as all of them do besides being a "
        f"plain user. Give access as {login}, {mail}, with the word broth-and-bread."
    )
    form = (
        fill("#add_userid", login),
        fill("#add_userpass", "broth-and-bread"),
        fill("#add_userpass2", "broth-and-bread"),
        fill("#add_username", name, f"{name}s"),
        fill("#add_usermail", mail, f"{login}@kitchens.example"),
        fill("#add_usergroups", f"user,{group}", f"user,{wrong}"),
        submit("button[name='fn[add]']"),
    )
    way = (*to_admin("usermanager"), Waypoint(at_admin("usermanager"), form))
    gives = {
        ("user", login, "name"): name,
        ("user", login, "mail"): mail,
        ("user", login, "groups"): f"user,{group}",
    }
    return Errand(text, (Leg(way, gives),))


def _account(draw: Draw, person: Person, field: str, value: str, wrong: str) -> Leg:
    near = draw.choice([each for each in STAFF if each != person])
    alike = [each for each in STAFF if each != person and each.login[:3] == person.login[:3]]
    press = pick(_opens(person), _opens(alike[0] if alike else near), f"I open {person.login}.")
    names = {"name": "username", "mail": "usermail", "groups": "usergroups"}
    box, save = f"#modify_{names[field]}", submit("button[name='fn[modify]']")
    edit = f"input[name=userid_old][value='{person.login}']"
    gone = (click(f"input[name='delete[{person.login}]']"), submit("button[name='fn[delete]']"))
    return Leg(
        (
            *to_admin("usermanager"),
            Waypoint(at_admin("usermanager"), (press,)),
            Waypoint("", (fill(box, value, wrong), save), edit),
        ),
        {("user", person.login, field): value},
        undo=(
            Waypoint("", (click(_opens(person)),)),
            Waypoint("", (fill(box, str(getattr(person, field))), save)),
        ),
        wrong_operation=(*to_admin("usermanager"), Waypoint(at_admin("usermanager"), gone)),
    )


def _opens(person: Person) -> str:
    return named("a", person.login, "#user__manager td")


def married(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    new, wrong = draw.sample(_SURNAMES, 2)
    first = person.name.split()[0]
    text = draw.choice(
        (
            f"{person.name} has married and is {first} {new} now, also where one signs in.",
            f"Call {person.name} {first} {new} from now on, in the list of accounts.",
        )
    )
    return Errand(text, (_account(draw, person, "name", f"{first} {new}", f"{first} {wrong}"),))


def new_mail(draw: Draw) -> Errand:
    person = draw.choice(STAFF)
    last = person.name.split()[1].lower()
    mail, wrong = f"{last}@school.example", f"{last}@schools.example"
    text = draw.choice(
        (
            f"{person.name} reads mail at {mail} now.",
            f"What we send to {person.name} should go to {mail}.",
        )
    )
    return Errand(text, (_account(draw, person, "mail", mail, wrong),))


def joins(draw: Draw) -> Errand:
    group, wrong = draw.sample(("buyers", "trainees"), 2)
    person = draw.choice([each for each in STAFF if each.groups == "user"])
    like = next(each for each in STAFF if group in each.groups)
    text = draw.choice(
        (
            f"{person.name} may from now on do whatever {like.name} may, by the same groups.",
            f"Put {person.name} into the same groups as {like.name}.",
        )
    )
    leg = _account(draw, person, "groups", f"user,{group}", f"user,{wrong}")
    return Errand(text, (leg,))


def rights(draw: Draw) -> Errand:
    scope, who, level, wrong, text = draw.choice(_RIGHTS)
    box = f"input[name='acl[{scope}][{who}]'][value='{{}}']"
    form = (
        click(
            box.format(level), box.format(wrong), "I choose that.", f"{box.format(level)}:checked"
        ),
        submit("button[name='cmd[update]']"),
    )
    way = (*to_admin("acl"), Waypoint(at_admin("acl"), form))
    return Errand(text, (Leg(way, {("right", scope, who): level}),))


def _setting(text: str, name: str, value: str, wrong: str) -> Errand:
    form = (fill(f"#config___{name}", value, wrong), submit("#dw__configform button[type=submit]"))
    way = (*to_admin("config"), Waypoint(at_admin("config"), form))
    return Errand(text, (Leg(way, {("setting", name): value}),))


def call_wiki(draw: Draw) -> Errand:
    name, wrong = draw.sample(_TITLES, 2)
    text = draw.choice(
        (
            f'What stands at the head of every page here should read "{name}".',
            f'Let this whole wiki go by the name of "{name}".',
        )
    )
    return _setting(text, "title", name, wrong)


def motto(draw: Draw) -> Errand:
    tagline, wrong = draw.sample(_MOTTOS, 2)
    text = draw.choice(
        (
            f'We want another motto below the name of the wiki: "{tagline}"',
            f'Replace "what we cook, and how" by "{tagline}" wherever it shows.',
        )
    )
    return _setting(text, "tagline", tagline, wrong)


def own_mail(draw: Draw) -> Errand:
    mail, wrong = draw.sample(("ines@home.example", "faber@school.example", "if@mail.example"), 2)
    text = f'My own mail should go to {mail}. If you are asked for my password, it is "{PASSWORD}".'
    head = click("#dokuwiki__usertools a[href*='do=profile']", note="I open my account.")
    form = (
        fill("input[name=email]", mail, wrong),
        fill("input[name=oldpass]", PASSWORD),
        submit("#dw__register button[type=submit] >> nth=0"),
    )
    way = (Waypoint("", (head,)), Waypoint(r"^/doku\.php\?id=[\w:]+&do=profile", form))
    return Errand(text, (Leg(way, {("user", RUNNER, "mail"): mail}),))


RUNNING = {
    "let-in": let_in,
    "married": married,
    "new-mail": new_mail,
    "joins-group": joins,
    "rights": rights,
    "call-wiki": call_wiki,
    "motto": motto,
    "own-mail": own_mail,
}
