var e=`{
  "schema": 1,
  "title": "Three weights",
  "variables": [
    {"name": "a", "domain": [1, 20]},
    {"name": "b", "domain": [1, 20]},
    {"name": "c", "domain": [1, 20]}
  ],
  "constraints": [
    {"name": "rising", "require": ["and", ["lt", "a", "b"], ["lt", "b", "c"]]},
    {"name": "balance", "require": ["eq", ["add", "a", "b"], "c"]},
    {"name": "total", "require": ["eq", ["add", "a", "b", "c"], 24]}
  ],
  "goal": {"maximise": "a"}
}
`;export{e as t};