"""The small apps are what they say: each task has right ways and wrong ones, and no two are the
same."""

from __future__ import annotations

from urllib.request import urlopen

import pytest

from courtside_training.measures.small_apps.app import RIGHT, App
from courtside_training.measures.small_apps.development import DEVELOPMENT
from courtside_training.measures.small_apps.held_out import HELD_OUT
from courtside_training.measures.small_apps.numbers import auroc
from courtside_training.measures.small_apps.site import served

APPS = (*DEVELOPMENT, *HELD_OUT)


@pytest.mark.parametrize("app", APPS, ids=[app.name for app in APPS])
def test_an_app_has_tasks_with_right_ways_and_wrong_ones(app: App) -> None:
    assert len(app.tasks) >= 4
    for task in app.tasks:
        names = [way.name for way in task.ways]
        assert len(set(names)) == len(names)
        assert {*names} & {*RIGHT} and {*names} - {*RIGHT}


@pytest.mark.parametrize("app", APPS, ids=[app.name for app in APPS])
def test_an_app_answers(app: App) -> None:
    with served(app) as site, urlopen(site.address) as page:
        assert b"<title>" in page.read()


@pytest.mark.parametrize("app", APPS, ids=[app.name for app in APPS])
def test_doing_nothing_is_right_for_questions_alone(app: App) -> None:
    for task in app.tasks:
        way = task.ways[0]
        assert app.is_right(task, way, app.start) is bool(task.answer)


def test_no_runs_have_no_area_under_the_curve() -> None:
    assert auroc([]) is None
