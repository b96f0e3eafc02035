using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>Reads an expression; bounded in length and depth, so that no text exhausts memory or stack.</summary>
internal sealed class SsisParser
{
    /// <summary>The most characters of an expression.</summary>
    public const int LengthMax = 1_000_000;

    /// <summary>The most parentheses, calls, signs and branches within one another.</summary>
    public const int DepthMax = 200;

    /// <summary>The most operators over one another, as a sum of that many parts has them.</summary>
    public const int HeightMax = 500;

    private readonly List<SsisToken> _tokens;
    private int _next;
    private int _depth;

    private SsisParser(List<SsisToken> tokens) => _tokens = tokens;

    private SsisToken Current => _tokens[_next];

    public static SsisNode Parse(string text) => Over(text).Whole();

    /// <summary>`@[User::Name] = expression`, as an Expression Task and a For Loop have it; `:=` is the same.</summary>
    public static (SsisVariableNode Target, SsisNode Value) ParseAssignment(string text)
    {
        var parser = Over(text);
        var target = new SsisPrimary(parser).Read() as SsisVariableNode
            ?? throw Syntax("expected a variable that is set, as in @[User::Name] = 1", default);
        parser.Expect(parser.Current.Is(":=") ? ":=" : "=");
        return (target, parser.Whole());
    }

    private static SsisParser Over(string text) => text.Length <= LengthMax
        ? new SsisParser(new SsisLexer(text).Read())
        : throw Fault(SsisFaultKind.TooLarge, $"an expression has at most {LengthMax} characters", default);

    private SsisNode Whole()
    {
        var root = Conditional();
        return Current.Kind == SsisTokenKind.End ? root
            : throw Syntax(
                Current.Is("=") ? "equality is written ==" : $"expected an operator or the end, got: {Current.Text}",
                Current.Place);
    }

    private SsisNode Conditional()
    {
        Enter();
        var condition = Binary(SsisOperators.Conditional + 1);
        if (Current.Is("?"))
        {
            Take();
            var then = Conditional();
            Expect(":");
            var otherwise = Conditional();
            condition = Raised(
                new SsisConditionalNode(condition, then, otherwise) { Place = Over(condition, otherwise) },
                Math.Max(condition.Height, Math.Max(then.Height, otherwise.Height)));
        }

        _depth--;
        return condition;
    }

    // Operators of one level are read in a loop, from left to right; only tighter ones are read within.
    private SsisNode Binary(int levelMin)
    {
        var left = Prefixed();
        while (Current.Kind == SsisTokenKind.Sign
            && SsisOperators.TryFind(Current.Text, out var found, out var level) && level >= levelMin)
        {
            Take();
            var right = Binary(level + 1);
            left = Raised(
                new SsisBinaryNode(found, left, right) { Place = Over(left, right) },
                Math.Max(left.Height, right.Height));
        }

        return left;
    }

    private SsisNode Prefixed()
    {
        var start = Current.Place;
        if (Unary(Current) is { } unary)
        {
            Enter();
            Take();
            var operand = Prefixed();
            _depth--;
            var place = SsisPlace.Over(start, operand.Place);
            return Raised(new SsisUnaryNode(unary, operand) { Place = place }, operand.Height);
        }

        if (!Current.Is("(") || !IsTypeName(_tokens[_next + 1]))
        {
            return new SsisPrimary(this).Read();
        }

        Enter();
        Take();
        var type = TypeSpec();
        Expect(")");
        var value = Prefixed();
        _depth--;
        return Raised(new SsisCastNode(type, value) { Place = SsisPlace.Over(start, value.Place) }, value.Height);
    }

    private static SsisUnaryOperator? Unary(SsisToken token) => token switch
    {
        _ when token.Is("-") => SsisUnaryOperator.Negate,
        _ when token.Is("!") => SsisUnaryOperator.Not,
        _ when token.Is("~") => SsisUnaryOperator.BitNot,
        _ => null,
    };

    private static bool IsTypeName(SsisToken token) =>
        token.Kind == SsisTokenKind.Name && token.Text.StartsWith("DT_", StringComparison.OrdinalIgnoreCase);

    private SsisType TypeSpec()
    {
        var name = Take();
        if (!IsTypeName(name) || SsisTypeText.KindOf(name.Text) is not { } kind)
        {
            throw Syntax($"expected a data type such as DT_WSTR, got: {name.Text}", name.Place);
        }

        List<int> numbers = [];
        while (Current.Is(","))
        {
            Take();
            var number = Take();
            numbers.Add(number.Value is { Type.Kind: SsisKind.I4, Content: long value } ? (int)value
                : throw Syntax($"expected a whole number, got: {number.Text}", number.Place));
        }

        return SsisTypeText.Make(kind, numbers, out var reason)
            ?? throw Syntax(reason, SsisPlace.Over(name.Place, _tokens[_next - 1].Place));
    }

    private SsisToken Take() => Current.Kind == SsisTokenKind.End ? Current : _tokens[_next++];

    private SsisToken Expect(string sign) => Current.Is(sign) ? Take()
        : throw Syntax($"expected {sign}, got: {(Current.Text.Length > 0 ? Current.Text : "the end")}", Current.Place);

    private void Enter()
    {
        if (++_depth > DepthMax)
        {
            throw Fault(SsisFaultKind.TooLarge, $"more than {DepthMax} levels lie within one another", Current.Place);
        }
    }

    private static SsisNode Raised(SsisNode node, int below) => below < HeightMax
        ? node with { Height = below + 1 }
        : throw Fault(SsisFaultKind.TooLarge, $"more than {HeightMax} operations lie over one another", node.Place);

    private static SsisPlace Over(SsisNode first, SsisNode last) => SsisPlace.Over(first.Place, last.Place);

    private static SsisFaultException Syntax(string reason, SsisPlace place) =>
        Fault(SsisFaultKind.Syntax, reason, place);

    private static SsisFaultException Fault(SsisFaultKind kind, string reason, SsisPlace place) =>
        new(new SsisFault(kind, reason, place));

    /// <summary>What operators stand between: constants, names, calls, parentheses.</summary>
    private readonly struct SsisPrimary(SsisParser parser)
    {
        public SsisNode Read()
        {
            var first = parser.Take();
            return first.Kind switch
            {
                SsisTokenKind.Literal => new SsisLiteralNode(first.Value!) { Place = first.Place },
                SsisTokenKind.Variable => Variable(first),
                SsisTokenKind.Lineage => new SsisLineageNode(first.Text) { Place = first.Place },
                SsisTokenKind.Name or SsisTokenKind.Bracketed when parser.Current.Is("(") => Call(first),
                SsisTokenKind.Name or SsisTokenKind.Bracketed => Column(first),
                _ when first.Is("(") => Parenthesised(),
                SsisTokenKind.End => throw Syntax("expected a value, got: the end", first.Place),
                _ => throw Syntax($"expected a value, got: {first.Text}", first.Place),
            };
        }

        private SsisNode Parenthesised()
        {
            var within = parser.Conditional();
            parser.Expect(")");
            return within;
        }

        private static SsisVariableNode Variable(SsisToken token)
        {
            var colons = token.Text.IndexOf("::", StringComparison.Ordinal);
            var space = colons < 0 ? null : token.Text[..colons];
            var name = colons < 0 ? token.Text : token.Text[(colons + 2)..];
            return name.Length > 0 && space is not ""
                ? new SsisVariableNode(space, name) { Place = token.Place }
                : throw Syntax("expected a namespace and a name, as in @[User::Name]", token.Place);
        }

        private SsisColumnNode Column(SsisToken first)
        {
            if (!parser.Current.Is("."))
            {
                return new SsisColumnNode(null, first.Text) { Place = first.Place };
            }

            parser.Take();
            var name = parser.Take();
            return name.Kind is SsisTokenKind.Name or SsisTokenKind.Bracketed
                ? new SsisColumnNode(first.Text, name.Text) { Place = SsisPlace.Over(first.Place, name.Place) }
                : throw Syntax("expected the name of a column after the point", name.Place);
        }

        private SsisNode Call(SsisToken name)
        {
            parser.Take();
            var function = name.Text.ToUpperInvariant();
            if (function == "NULL")
            {
                var type = parser.TypeSpec();
                var end = parser.Expect(")");
                return new SsisLiteralNode(SsisValue.Null(type)) { Place = SsisPlace.Over(name.Place, end.Place) };
            }

            List<SsisNode> arguments = [];
            while (!parser.Current.Is(")"))
            {
                if (arguments.Count > 0)
                {
                    parser.Expect(",");
                }

                arguments.Add(parser.Conditional());
            }

            var last = parser.Take();
            return Raised(
                new SsisCallNode(function, arguments) { Place = SsisPlace.Over(name.Place, last.Place) },
                arguments.Select(argument => argument.Height).DefaultIfEmpty().Max());
        }
    }
}
