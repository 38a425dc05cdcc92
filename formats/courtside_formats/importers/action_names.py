"""What agents' words for actions mean in ours. Knows no format."""

from __future__ import annotations

import re

from courtside_store.records import ActionKind

_MEANINGS: dict[ActionKind, str] = {
    "click": "click left_click single_click mouse_click click_element click_element_by_index "
    "click_by_index click_link left_mouse mouse_down left_mouse_down",
    "double-click": "double_click dblclick doubleclick mouse_dblclick double_tap",
    "right-click": "right_click rightclick context_click right_single",
    "hover": "hover mouse_move move move_to moveto mouse_hover moverel move_rel",
    "drag": "drag drag_and_drop drag_to dragto dragrel drag_rel left_click_drag "
    "mouse_drag_and_drop drag_drop mouse_up left_mouse_up",
    "scroll": "scroll scroll_down scroll_up scroll_left scroll_right hscroll vscroll mouse_wheel "
    "wheel scroll_to_text find_text scroll_page scroll_bottom scroll_top scrollintoviewifneeded",
    "type": "type fill input input_text write typewrite type_text keyboard_type "
    "keyboard_insert_text insert_text set_text press_sequentially text "
    "presssequentially clear triple_click",
    "press": "press key keypress hotkey send_keys keyboard_press press_key keyboard_enter keydown "
    "key_down keyup key_up press_enter press_keys combokey keyevent",
    "select": "select select_option selectoption select_dropdown_option select_dropdown",
    "check": "check uncheck set_checked setchecked",
    "upload": "upload upload_file set_input_files setinputfiles",
    "navigate": "goto go_to_url navigate navigate_to open_url visit google google_search search "
    "search_google page_goto open goto_url",
    "back": "back go_back goback navigate_back press_back browser_back",
    "forward": "forward go_forward goforward navigate_forward",
    "reload": "reload refresh",
    "open-tab": "new_tab open_tab page_new newpage go_to_new_tab",
    "switch-tab": "tab_focus switch_tab switch focus_tab page_focus go_to_tab bringtofront",
    "close-tab": "close_tab tab_close page_close close",
    "wait": "wait sleep noop no_op do_nothing pause wait_5",
    "tap": "tap touch",
    "long-press": "long_press longpress long_tap",
    "swipe": "swipe fling",
    "launch-app": "open_app launch_app open_application launch start_app",
    "home": "home navigate_home press_home go_home",
    "answer": "answer done stop finish completion complete terminate return_value respond "
    "send_msg_to_user report_infeasible final_answer submit_answer",
    "dialog": "dialog dialog_accept dialog_dismiss accept_dialog dismiss_dialog",
}
_KINDS: dict[str, ActionKind] = {
    word: kind for kind, words in _MEANINGS.items() for word in words.split()
}


def read_kind(word: str, default: ActionKind = "other") -> ActionKind:
    """Our kind for an agent's word, however it is spelt; `default` where it means none of ours."""
    spelt = re.sub(r"(?<=[a-z])(?=[A-Z])|[\s.\-]+", "_", word.strip()).lower()
    return _KINDS.get(spelt) or _KINDS.get(spelt.replace("_", "")) or default
