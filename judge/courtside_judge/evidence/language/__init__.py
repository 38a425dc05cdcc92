"""A small language model's word on a whole run: did it do what was asked?"""
