namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>How the operators are written and how tightly each binds.</summary>
internal static class SsisOperators
{
    /// <summary>Binds tighter than any operator of two operands: casts and signs.</summary>
    public const int Unary = 11;

    /// <summary>`? :` binds least.</summary>
    public const int Conditional = 0;

    // Longer signs first, so that `<=` is not read as `<`.
    private static readonly (string Sign, SsisBinaryOperator Operator, int Level)[] All =
    [
        ("||", SsisBinaryOperator.Or, 1),
        ("&&", SsisBinaryOperator.And, 2),
        ("==", SsisBinaryOperator.Equal, 6),
        ("!=", SsisBinaryOperator.Unequal, 6),
        ("<=", SsisBinaryOperator.LessOrEqual, 7),
        (">=", SsisBinaryOperator.GreaterOrEqual, 7),
        ("|", SsisBinaryOperator.BitOr, 3),
        ("^", SsisBinaryOperator.BitXor, 4),
        ("&", SsisBinaryOperator.BitAnd, 5),
        ("<", SsisBinaryOperator.Less, 7),
        (">", SsisBinaryOperator.Greater, 7),
        ("+", SsisBinaryOperator.Add, 8),
        ("-", SsisBinaryOperator.Subtract, 8),
        ("*", SsisBinaryOperator.Multiply, 9),
        ("/", SsisBinaryOperator.Divide, 9),
        ("%", SsisBinaryOperator.Modulo, 9),
    ];

    private static readonly Dictionary<string, (SsisBinaryOperator Operator, int Level)> BySign =
        All.ToDictionary(one => one.Sign, one => (one.Operator, one.Level), StringComparer.Ordinal);

    private static readonly Dictionary<SsisBinaryOperator, (string Sign, int Level)> ByOperator =
        All.ToDictionary(one => one.Operator, one => (one.Sign, one.Level));

    public static IEnumerable<string> Signs => All.Select(one => one.Sign);

    public static bool TryFind(string sign, out SsisBinaryOperator found, out int level)
    {
        var known = BySign.TryGetValue(sign, out var pair);
        (found, level) = pair;
        return known;
    }

    public static string SignOf(SsisBinaryOperator binary) => ByOperator[binary].Sign;

    public static int LevelOf(SsisBinaryOperator binary) => ByOperator[binary].Level;

    public static string SignOf(SsisUnaryOperator unary) => unary switch
    {
        SsisUnaryOperator.Negate => "-",
        SsisUnaryOperator.Not => "!",
        _ => "~",
    };
}
