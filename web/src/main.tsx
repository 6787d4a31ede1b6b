// The entry: draws the shell.
import { render } from "preact";
import { SCENES } from "./scenes";
import { Shell } from "./shell/Shell";
import "./style/base.css";

const root = document.getElementById("app");
if (root) render(<Shell scenes={SCENES} />, root);
