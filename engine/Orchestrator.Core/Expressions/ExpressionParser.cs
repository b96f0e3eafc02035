using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>
/// Reads an expression and knows the kind of each part of it:
/// <code>
/// expression = both { "or" both }
/// both       = negation { "and" negation }
/// negation   = "not" negation | comparison
/// comparison = sum [ ("=" | "&lt;>" | "&lt;" | "&lt;=" | ">" | ">=") sum | "is" [ "not" ] "null" ]
/// sum        = product { ("+" | "-" | "||") product }
/// product    = signed { ("*" | "/" | "%") signed }
/// signed     = ("-" | "+") signed | primary
/// primary    = number | 'text' | true | false | ${WORD:NAME} | NAME
///            | NAME "(" [ expression { "," expression } ] ")" | "(" expression ")"
/// </code>
/// </summary>
internal sealed class ExpressionParser(string text, Func<string, string, SqlType?> typeOf)
{
    private const int DepthMax = 64;
    private const string Comparisons = "one of = <> < <= > >=";

    private readonly IReadOnlyList<ExpressionToken> _tokens = ExpressionToken.AllOf(text);
    private readonly List<ExpressionReference> _references = [];
    private readonly List<ComparedText> _compared = [];
    private int _next;
    private int _depth;

    /// <summary>What it reads, each once, in the order in which it stands there.</summary>
    public IReadOnlyList<ExpressionReference> References => _references;

    /// <summary>What is equal or not to a text that is written there.</summary>
    public IReadOnlyList<ComparedText> Compared => _compared;

    private ExpressionToken? Next => _next < _tokens.Count ? _tokens[_next] : null;

    /// <exception cref="ExpressionException">It is none.</exception>
    public ExpressionNode Parse(bool isCondition)
    {
        var root = Either();
        if (isCondition)
        {
            Require(root);
        }

        return Next is null ? root : throw Unexpected("and, or, or the end");
    }

    private ExpressionNode Either() => Joined("or", decides: true, Both);

    private ExpressionNode Both() => Joined("and", decides: false, Negation);

    private ExpressionNode Joined(string word, bool decides, Func<ExpressionNode> part)
    {
        var left = part();
        while (Next?.Text == word)
        {
            Require(left);
            var place = Take().Place;
            var right = part();
            Require(right);
            left = new JunctionNode(left, right, decides, place);
        }

        return left;
    }

    private ExpressionNode Negation()
    {
        if (Next?.Text != "not")
        {
            return Comparison();
        }

        var place = Take().Place;
        var inner = Deeper(Negation);
        Require(inner);
        return new NegationNode(inner, place);
    }

    private ExpressionNode Comparison()
    {
        var left = Sum();
        if (Next is { IsComparison: true })
        {
            var sign = Take();
            var (one, other) = Operands.Compared(left, Unquoted(left) ?? Sum(), sign.Place);
            Note(sign, one, other);
            Note(sign, other, one);
            return new ComparisonNode(sign.Text, one, other, sign.Place);
        }

        if (Next?.Text != "is")
        {
            return left;
        }

        var place = Take().Place;
        var isNot = TryTake("not");
        return TryTake("null") ? new NullTestNode(left, isNot, place) : throw Unexpected("null");
    }

    private void Note(ExpressionToken sign, ExpressionNode read, ExpressionNode written)
    {
        if (sign.Text is "=" or "<>" && read is ReferenceNode { Reference: var reference }
            && written is LiteralNode { Kind: ExpressionKind.Text } text)
        {
            _compared.Add(new ComparedText(reference, text.Given, text.Place));
        }
    }

    // A word that is no variable is a value without its quotes, to whoever forgot them.
    private LiteralNode? Unquoted(ExpressionNode left)
    {
        if (left is not ReferenceNode { Reference: var typed } || Next is not { Form: TokenForm.Word } word
            || IsKept(word.Text) || IsFlag(word.Text) || typeOf("var", word.Text) is not null
            || (_next + 1 < _tokens.Count && _tokens[_next + 1].Text == "("))
        {
            return null;
        }

        Take();
        return LiteralNode.OfWord(word.Text, word.Place).As(typed.Type, typed.Name);
    }

    private ExpressionNode Sum()
    {
        var left = Product();
        while (Next is { Form: TokenForm.Sign, Text: "+" or "-" or "||" })
        {
            var sign = Take();
            var right = Product();
            left = sign.Text == "||" ? Text(left, right, sign) : Reckoned(left, right, sign);
        }

        return left;
    }

    private ExpressionNode Product()
    {
        var left = Signed();
        while (Next is { Form: TokenForm.Sign, Text: "*" or "/" or "%" })
        {
            var sign = Take();
            left = Reckoned(left, Signed(), sign);
        }

        return left;
    }

    private ExpressionNode Signed()
    {
        if (Next is not { Form: TokenForm.Sign, Text: "-" or "+" })
        {
            return Primary();
        }

        var sign = Take();
        if (Next is { Form: TokenForm.Number })
        {
            return LiteralNode.OfNumber(sign.Text + Take().Text, sign.Place);
        }

        var inner = Deeper(Signed);
        return inner.Kind is not (ExpressionKind.Number or ExpressionKind.Float) ? throw Misfit(sign, inner)
            : sign.Text == "-" ? new SignNode(inner, sign.Place) : inner;
    }

    private ExpressionNode Primary()
    {
        var token = Next ?? throw Unexpected("a value");
        switch (token.Form)
        {
            case TokenForm.Number:
                Take();
                return LiteralNode.OfNumber(token.Text, token.Place);
            case TokenForm.Quoted:
                Take();
                return LiteralNode.OfText(token.Text, token.Place);
            case TokenForm.Reference:
                Take();
                return Reference(token.Word, token.Name, token.Place);
            case TokenForm.Word:
                return Named(token);
        }

        return TryTake("(") ? InParentheses() : throw Unexpected("a value");
    }

    private ExpressionNode InParentheses()
    {
        var inner = Deeper(Either);
        return TryTake(")") ? inner : throw Unexpected("')'");
    }

    private ExpressionNode Named(ExpressionToken word)
    {
        if (IsKept(word.Text))
        {
            throw Unexpected("a value");
        }

        Take();
        return IsFlag(word.Text)
            ? LiteralNode.OfFlag(word.Text, word.Place)
            : TryTake("(") ? ExpressionFunctions.Call(word.Text, Arguments(), word.Place)
            : Reference("var", word.Text, word.Place);
    }

    private static bool IsKept(string word) => word is "and" or "or" or "not" or "is" or "null";

    private static bool IsFlag(string word) => word is "true" or "True" or "TRUE" or "false" or "False" or "FALSE";

    private List<ExpressionNode> Arguments()
    {
        List<ExpressionNode> arguments = [];
        while (!TryTake(")"))
        {
            if (arguments.Count > 0 && !TryTake(","))
            {
                throw Unexpected("',' or ')'");
            }

            arguments.Add(Deeper(Either));
        }

        return arguments;
    }

    private ReferenceNode Reference(string word, string name, int place)
    {
        var type = typeOf(word, name) ?? throw new ExpressionException(word == "var"
            ? $"no variable is called '{name}'" : $"there is no '${{{word}:{name}}}'", place);
        var kind = ExpressionKinds.Of(type)
            ?? throw new ExpressionException($"'{name}' is {type}, which has no place in an expression", place);
        var reference = new ExpressionReference(word, name, type);
        if (!_references.Contains(reference))
        {
            _references.Add(reference);
        }

        return new ReferenceNode(reference, kind, place);
    }

    private static JoinNode Text(ExpressionNode left, ExpressionNode right, ExpressionToken sign) =>
        left.Kind != ExpressionKind.Text ? throw Misfit(sign, left)
        : right.Kind != ExpressionKind.Text ? throw Misfit(sign, right)
        : new JoinNode(left, right, sign.Place);

    private static ReckoningNode Reckoned(ExpressionNode left, ExpressionNode right, ExpressionToken sign)
    {
        foreach (var side in (ExpressionNode[])[left, right])
        {
            if (side.Kind is not (ExpressionKind.Number or ExpressionKind.Float))
            {
                throw Misfit(sign, side);
            }
        }

        (left, right) = Operands.OfOneKind(left, right, sign.Place);
        return new ReckoningNode(sign.Text, left, right, sign.Place);
    }

    private ExpressionNode Deeper(Func<ExpressionNode> inner)
    {
        if (++_depth > DepthMax)
        {
            throw Unexpected("an end: it is nested too deeply");
        }

        var node = inner();
        _depth--;
        return node;
    }

    private void Require(ExpressionNode node)
    {
        if (node.Kind != ExpressionKind.Flag)
        {
            throw Unexpected(Comparisons);
        }
    }

    private ExpressionToken Take() => _tokens[_next++];

    private bool TryTake(string word)
    {
        var isThere = Next?.Text == word;
        _next += isThere ? 1 : 0;
        return isThere;
    }

    private static ExpressionException Misfit(ExpressionToken sign, ExpressionNode node) => new(
        $"'{sign.Text}' takes {(sign.Text == "||" ? "text" : "numbers")}, got: {ExpressionKinds.Word(node.Kind)}",
        sign.Place);

    private ExpressionException Unexpected(string expected) => Next is { } token
        ? new($"expected {expected}, got: '{token.Text}'", token.Place)
        : new($"expected {expected}, got nothing more", text.Length);
}
