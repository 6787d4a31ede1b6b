// The entry: draws the shell.
import { render } from "preact";
import { SCENES } from "./scenes";
import { keepFiles } from "./shell/offline";
import { Shell } from "./shell/Shell";
import "./style/base.css";

keepFiles();
const root = document.getElementById("app");
if (root) render(<Shell scenes={SCENES} />, root);
