import{$ as e,D as t,H as n,J as r,N as i,Q as a,X as o,Y as s,Z as c,it as l,j as u,k as d,q as f,tt as p,u as m}from"./shared-Dfm3C-md.js";import{A as h,C as g,T as _,o as v,s as y}from"./grids-gg75DR9E.js";/* empty css             *//* empty css               */var b=`kind = "grid"
title = "16 by 16"
givens = '''
.............2.G
.8F74..E..2...96
.4EB2...A.....1.
9.A....CD3..7.B8
1...E..24..3....
7..CB6F....53...
.EB......A..F.2.
.3..G754.......A
.B.4.1.F..E..3D.
..5D..A..G8....7
.A.17...9..4....
E.....D..B....C.
...5..C....2G...
6D89...G.5.....3
F....B86..71..E4
.C..D....4......
'''
`,x=`kind = "grid"
title = "Irregular with diagonals"
givens = '''
..5..9...
....14...
.....7...
.92......
.........
.........
.........
.....17..
...6....8
'''
regions = '''
AADDDBCCC
AADBDBCCC
ADDBBBFFC
ADBBBEFCC
ADEEEEFFI
AAHEEEFII
HHHHHEFII
HHGGHGFII
GGGGGGFII
'''
diagonals = ["main", "anti"]
`;function S(e,t){let n=RegExp(`^${t}\\s*=\\s*(?:'''([\\s\\S]*?)'''|"""([\\s\\S]*?)"""|"([^"\\n]*)"|'([^'\\n]*)')`,`m`).exec(e);return n?n.slice(1).find(e=>e!==void 0)??null:null}var C=e=>t=>({scene:e,query:{p:t}});function w(e){return{scene:`square1`,query:{p:S(e,`position`)??S(e,`scramble`)??``,...S(e,`colours`)===`silver`?{c:`silver`}:{}}}}function T(e){let t=S(e,`position`)??S(e,`scramble`)??``,n=/^centres\s*=\s*true/m.test(e);return{scene:`cube`,query:{p:t.trim(),...n?{c:`1`}:{}}}}var E=[{name:`classic`,title:`Classic Sudoku`,text:`Solved in microseconds, proved unique, and explained step by step.`,source:{example:`classic`},draws:`grid`,opens:C(`sudoku`)},{name:`horrendum`,title:`Horrendum`,text:`8 by 8, unconnected regions, one diagonal, and seven givens.`,source:{example:`horrendum`},draws:`grid`,opens:C(`sudoku`)},{name:`killer`,title:`Killer Sudoku`,text:`No digit is given, only the sums of cages.`,source:{example:`killer`},draws:`grid`,opens:C(`sudoku`)},{name:`large`,title:`16 by 16`,text:`Large grids, with a search that learns from conflicts.`,source:{puzzle:b},draws:`grid`,opens:C(`sudoku`)},{name:`irregular`,title:`Irregular with diagonals`,text:`Regions of any shape, both diagonals, eleven givens.`,source:{puzzle:x},draws:`grid`,opens:C(`sudoku`)},{name:`golden-waste`,title:`Golden Waste`,text:`Pick up all the coins in one walk that never turns back.`,source:{example:`golden-waste`},draws:`coins`,opens:C(`golden-waste`)},{name:`sudoku-cube`,title:`Sudoku Cube`,text:`Which piece goes where, so that every face holds 1 to 9, all upright.`,source:{example:`sudoku-cube`},draws:`net`,opens:C(`sudoku-cube`)},{name:`square1-silver`,title:`Square-1, silver`,text:`Solved but for its middle layer, which takes three twists.`,source:{example:`square1-silver`},draws:`square1`,opens:w},{name:`square1`,title:`Square-1, six colours`,text:`A shortest solution of any position, and the number of shortest solutions.`,source:{example:`square1`},draws:`square1`,opens:w},{name:`cube3`,title:`Cube with centres`,text:`A 3×3×3 whose centres have directions; about 22 moves.`,source:{example:`cube3`},time:2,draws:`net`,opens:T},{name:`model`,title:`A model of your own`,text:`Integers and conditions, written the obvious way; the compiler does the rest.`,source:{puzzle:v},draws:`model`,opens:C(`model`)}],D={U:`u`,R:`r`,F:`f`,D:`d`,L:`l`,B:`b`},O=[[`U`,1,0],[`L`,0,1],[`F`,1,1],[`R`,2,1],[`B`,3,1],[`D`,1,2]];function k(e){let t=Math.sqrt(e.length/6);if(!Number.isInteger(t)||t<1)return null;let n=new Map,r=t*t;n.set(`U`,e.slice(0,r));for(let[i,a]of[`L`,`F`,`R`,`B`].entries()){let o=[];for(let n=0;n<t;n++){let a=r+n*4*t+i*t;o.push(...e.slice(a,a+t))}n.set(a,o)}return n.set(`D`,e.slice(e.length-r)),n}function A({text:e,label:t}){let n=(e.split(`,`)[0]??``).split(/\s+/).filter(e=>e!==``),i=k(n);if(i===null)return null;let a=Math.sqrt(n.length/6),o=36/a;return r(`svg`,{class:`net`,viewBox:`-2 -2 160 121`,role:`img`,"aria-label":t,children:O.map(([e,t,n])=>r(`g`,{transform:`translate(${t*39} ${n*39})`,children:(i.get(e)??[]).map((t,n)=>{let[i,s]=[n%a*o,Math.floor(n/a)*o],c=/^\d+/.exec(t)?.[0],l={"^":0,">":90,v:180,"<":270}[t.slice(-1)]??0,[u,d]=[i+o/2,s+o/2];return r(`g`,{children:[r(`rect`,{class:c?`sticker plain`:`sticker ${D[t]??`plain`}`,x:i,y:s,width:o,height:o,rx:`1.2`}),r(`text`,{class:c?`on-plain`:`on-${D[t]??`plain`}`,x:u,y:d,"font-size":o*.62,dy:`0.36em`,transform:c?`rotate(${l} ${u} ${d})`:void 0,children:c??t})]},`${e} ${i} ${s}`)})},e))})}function j(e,t){let n=(e,t)=>{let n=e*Math.PI/180,r=e=>(Math.round(e*100)/100||0).toString();return`${r(t*Math.cos(n))} ${r(-t*Math.sin(n))}`},r=34/Math.cos(15*Math.PI/180);return`M0 0L${(e?[n(t,r),n(t+30,r*1.366),n(t+60,r)]:[n(t,r),n(t+30,r)]).join(`L`)}Z`}function M({text:e,label:t,six:n}){let[i,a]=e.split(`-`),[o,s]=(a??``).split(`,`);return!i||!o?null:r(`svg`,{class:`square1`,viewBox:`-52 -54 212 128`,role:`img`,"aria-label":t,children:[[i,o].map((e,t)=>{let i=t===0?255:285;return r(`g`,{class:n?`six`:void 0,transform:`translate(${t*108} 0)`,children:[...e].map(e=>{let t=Number.parseInt(e,16),n=t%2==1,a=i;i+=n?60:30;let o=(a+(n?30:15))*Math.PI/180,s=n?29:24;return r(`g`,{children:[r(`path`,{class:t<8?`piece upper`:`piece lower`,d:j(n,a)}),r(`text`,{x:s*Math.cos(o),y:-s*Math.sin(o),dy:`0.36em`,children:e})]},`${e} ${a}`)})},t===0?`top`:`bottom`)}),r(`text`,{class:`caption`,x:`54`,y:`68`,children:s===`K`?`middle: kite`:`middle: square`})]})}function N(){return r(`svg`,{class:`model-sketch`,viewBox:`0 0 160 120`,role:`img`,"aria-label":`a < b < c, a + b = c`,children:[r(`path`,{class:`line`,d:`M80 22V100M58 100H102M28 34H132M28 34L14 66H42ZM132 34L118 66H146Z`}),r(`path`,{class:`pan`,d:`M12 66H44A16 9 0 0 1 12 66ZM116 66H148A16 9 0 0 1 116 66Z`}),r(`circle`,{class:`pan`,cx:`80`,cy:`22`,r:`4`}),r(`text`,{x:`28`,y:`90`,children:`a + b`}),r(`text`,{x:`132`,y:`90`,children:`c`})]})}function P(e){let[t,n]=l(null);return p(()=>{if(e===null)return;let t=new AbortController;return c(`sudoku/read`,{text:e},t.signal).then(e=>n(e.puzzles[0]??null),()=>n(null)),()=>t.abort()},[e]),t}function F(e){let[t,n]=l(null);return p(()=>{if(e===null)return;let t=S(e,`position`);if(t!==null){n(t);return}let r=new AbortController,i=S(e,`colours`)??`six`,a={position:S(e,`scramble`),colours:i};return c(`square1/check`,a,r.signal).then(e=>n(e.position),()=>n(null)),()=>r.abort()},[e]),t}function I({puzzle:e,answer:t,label:n}){let i=P(e);if(i===null)return null;let a=t?.solution??null,o=a?a.flat():i.placed;return r(y,{layout:g(i),givens:i.givens,placed:o,label:n})}function L({puzzle:e,label:t}){let n=F(e);return n===null?null:r(M,{text:n,label:t,six:S(e,`colours`)!==`silver`})}function R({card:e,puzzle:t,answer:n}){let i=`${e.title}, drawn`;switch(e.draws){case`grid`:return r(I,{puzzle:t,answer:n,label:i});case`coins`:{let e=h(t),a=n?.solution??null;return e?r(_,{board:e,walk:a,label:i}):null}case`net`:return r(A,{text:S(t,`net`)??S(t,`position`)??``,label:i});case`square1`:return r(L,{puzzle:t,label:i});case`model`:return r(N,{})}}function z(e,t){let{solution:n}=t;return typeof n==`string`?n:typeof n!=`object`||!n||Array.isArray(n)?null:e.draws===`model`?Object.entries(n).slice(0,6).map(([e,t])=>`${e} = ${t}`).join(`, `):Object.entries(n).map(([e,t])=>`${e} ${(t.rows??[]).join(` `)}`).join(` · `)}function B({card:e,puzzle:a}){let o=u(),{answer:s}=o,c=s.state===`answered`?s.value:null,l=a===null?null:e.opens(a),p=c?z(e,c):null;return r(`li`,{class:`card gallery-card`,children:[r(`div`,{class:`picture`,children:a===null?null:r(R,{card:e,puzzle:a,answer:c})}),r(`div`,{class:`words`,children:[r(`h2`,{children:e.title}),r(`p`,{class:`muted`,children:e.text}),r(`div`,{class:`answer`,"aria-live":`polite`,children:[c?r(m,{answer:c}):null,p?r(`p`,{class:`short-answer`,children:p}):null,r(i,{error:d(s),source:a??void 0})]}),r(`div`,{class:`row`,children:[r(`button`,{type:`button`,class:`primary`,onClick:async()=>{if(a===null)return;let n=await o.ask(`solve`,{puzzle:a,...e.time===void 0?{}:{time_limit:e.time}});n&&f(`${e.title}: ${t(n).text}`)},disabled:a===null||s.state===`asking`,"aria-label":`Solve ${e.title}`,children:s.state===`asking`?`Solving…`:`Solve`}),l?r(`a`,{class:`button`,href:n(l.scene,l.query),"aria-label":`Open ${e.title}`,children:`Open`}):null]})]})]})}function V(){let[t,n]=l(null),[c,u]=l(null),d=o.value;p(()=>{if(!d)return;let t=new AbortController;return a(`GET`,`examples`,void 0,{signal:t.signal}).then(e=>{n(new Map(e.examples.map(e=>[e.name,e.puzzle]))),u(null)},t=>{s(t)||u(e(t))}),()=>t.abort()},[d]);let f=e=>`puzzle`in e.source?e.source.puzzle:t?.get(e.source.example)??null,m=E.filter(e=>t===null||f(e)!==null);return r(`section`,{children:[r(`div`,{class:`welcome`,children:[r(`h1`,{children:`Exact answers to puzzles`}),r(`p`,{children:`Which state satisfies the rules, and which way leads there? Every answer is proved, and checked by the rules before you see it.`})]}),r(i,{error:c}),r(`ul`,{class:`gallery`,children:m.map(e=>r(B,{card:e,puzzle:f(e)},e.name))})]})}export{V as default,z as solutionLine};