/** TeX commands of MathML characters. */
const SYMBOLS =
  'α\\alpha β\\beta γ\\gamma δ\\delta ε\\varepsilon ϵ\\epsilon ζ\\zeta η\\eta θ\\theta ϑ\\vartheta ι\\iota κ\\kappa λ\\lambda ' +
  'μ\\mu ν\\nu ξ\\xi π\\pi ρ\\rho σ\\sigma ς\\varsigma τ\\tau υ\\upsilon φ\\varphi ϕ\\phi χ\\chi ψ\\psi ω\\omega ' +
  'Γ\\Gamma Δ\\Delta Θ\\Theta Λ\\Lambda Ξ\\Xi Π\\Pi Σ\\Sigma Φ\\Phi Ψ\\Psi Ω\\Omega ' +
  '∑\\sum ∏\\prod ∫\\int ∬\\iint ∮\\oint ∂\\partial ∇\\nabla ∞\\infty √\\surd ' +
  '≤\\leq ≥\\geq ≠\\neq ≈\\approx ≡\\equiv ∼\\sim ≃\\simeq ≅\\cong ∝\\propto ≪\\ll ≫\\gg ' +
  '±\\pm ∓\\mp ×\\times ÷\\div ⋅\\cdot ·\\cdot ∗\\ast ⋆\\star ∘\\circ ⊕\\oplus ⊗\\otimes ⊥\\perp ∥\\parallel ' +
  '∈\\in ∉\\notin ∋\\ni ⊂\\subset ⊆\\subseteq ⊃\\supset ⊇\\supseteq ∪\\cup ∩\\cap ∖\\setminus ∅\\emptyset ' +
  '∀\\forall ∃\\exists ¬\\neg ∧\\wedge ∨\\vee ⇒\\Rightarrow ⟹\\implies ⇔\\Leftrightarrow ⟺\\iff ' +
  '→\\to ←\\leftarrow ↔\\leftrightarrow ↦\\mapsto ⟶\\longrightarrow ↑\\uparrow ↓\\downarrow ' +
  '…\\ldots ⋯\\cdots ⋮\\vdots ⋱\\ddots ⟨\\langle ⟩\\rangle ⌊\\lfloor ⌋\\rfloor ⌈\\lceil ⌉\\rceil ‖\\| ' +
  "ℝ\\mathbb{R} ℕ\\mathbb{N} ℤ\\mathbb{Z} ℚ\\mathbb{Q} ℂ\\mathbb{C} ℓ\\ell ℏ\\hbar ℜ\\Re ℑ\\Im ℵ\\aleph ′' ″'' " +
  '{\\{ }\\} %\\% #\\# &\\& $\\$ −- \u2062 \u2061 \u2063 \u2064';

const TEX = new Map(SYMBOLS.split(' ').map((pair) => [[...pair][0]!, [...pair].slice(1).join('')]));
const FUNCTIONS = new Set(
  'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln exp lim max min sup inf det dim gcd ker deg arg Pr mod'.split(
    ' ',
  ),
);

/** Returns a symbol or function name in TeX; other text unchanged. */
export function symbolToTex(text: string): string {
  if (FUNCTIONS.has(text)) return `\\${text}`;
  return TEX.get(text) ?? text;
}
