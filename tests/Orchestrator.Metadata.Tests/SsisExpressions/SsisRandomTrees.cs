using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Metadata.Tests.SsisExpressions;

/// <summary>Trees of every shape, whether or not their types go together.</summary>
internal sealed class SsisRandomTrees(Random random)
{
    private static readonly string[] Literals =
    [
        "0", "1", "2147483647", "7U", "9L", "18446744073709551615UL", "1.50", ".9", "6.", "00.10", "0.346", "4E8L",
        "1.5L", "13E-2F", "0xFF", "TRUE", "FALSE", "\"\"", "\"a\\n\\\"\\\\\\t\"", "\"\\x4e2d \"", "\"2003-07-04\"",
        "NULL(DT_I4)", "NULL(DT_WSTR,10)", "NULL(DT_STR,5,1252)", "NULL(DT_NUMERIC,10,3)", "NULL(DT_DBTIMESTAMP)",
    ];

    private static readonly string[] Types =
    [
        "DT_BOOL", "DT_I1", "DT_I2", "DT_I4", "DT_I8", "DT_UI1", "DT_UI2", "DT_UI4", "DT_UI8", "DT_R4", "DT_R8",
        "DT_CY", "DT_DECIMAL,2", "DT_NUMERIC,12,3", "DT_STR,8,1252", "DT_WSTR,20", "DT_TEXT,1252", "DT_NTEXT",
        "DT_BYTES,4", "DT_IMAGE", "DT_GUID", "DT_DATE", "DT_DBDATE", "DT_DBTIME", "DT_DBTIME2,3", "DT_DBTIMESTAMP",
        "DT_DBTIMESTAMP2,7", "DT_DBTIMESTAMPOFFSET,2", "DT_FILETIME",
    ];

    private static readonly string[] Names = ["Name", "my col", "#Age", "DT_I4", "TRUE", "größe", "a.b", "("];

    private static readonly string[] Functions =
    [
        "ABS", "CEILING", "CODEPOINT", "DATEADD", "DATEDIFF", "DATEPART", "DAY", "EXP", "FINDSTRING", "FLOOR",
        "GETDATE", "GETUTCDATE", "HEX", "ISNULL", "LEFT", "LEN", "LN", "LOG", "LOWER", "LTRIM", "MONTH", "POWER",
        "REPLACE", "REPLACENULL", "REPLICATE", "REVERSE", "RIGHT", "ROUND", "RTRIM", "SIGN", "SQRT", "SQUARE",
        "SUBSTRING", "TOKEN", "TOKENCOUNT", "TRIM", "UPPER", "YEAR", "NOSUCH", "odd name",
    ];

    private static readonly string[] Parts =
        ["year", "qq", "M", "dy", "dd", "ww", "dw", "w", "hh", "n", "ss", "Ms", "?"];

    public SsisNode Tree(int height) => height == 0 ? Leaf() : random.Next(7) switch
    {
        0 => Leaf(),
        1 => new SsisUnaryNode(One<SsisUnaryOperator>(), Tree(height - 1)),
        2 or 3 => new SsisBinaryNode(One<SsisBinaryOperator>(), Tree(height - 1), Tree(height - 1)),
        4 => new SsisConditionalNode(Tree(height - 1), Tree(height - 1), Tree(height - 1)),
        5 => new SsisCastNode(Type(), Tree(height - 1)),
        _ => Call(height - 1),
    };

    private SsisCallNode Call(int height)
    {
        var function = One(Functions);
        List<SsisNode> arguments = [.. Enumerable.Range(0, random.Next(4)).Select(_ => Tree(height))];
        if (function.StartsWith("DATE", StringComparison.Ordinal) && arguments.Count > 0)
        {
            arguments[0] = new SsisLiteralNode(SsisValue.Of(One(Parts)));
        }

        return new SsisCallNode(function.ToUpperInvariant(), arguments);
    }

    private SsisNode Leaf() => random.Next(6) switch
    {
        0 => new SsisColumnNode(null, One(Names)),
        1 => new SsisColumnNode(One(Names), One(Names)),
        2 => random.Next(2) == 0 ? new SsisVariableNode("User", One(Names)) : new SsisVariableNode(null, One(Names)),
        3 => random.Next(2) == 0 ? new SsisLineageNode("147") : new SsisLineageNode("Package\\Load.Columns[a b]"),
        _ => SsisExpression.Parse(One(Literals)).Result!.Root,
    };

    private SsisType Type() => ((SsisCastNode)SsisExpression.Parse($"({One(Types)}) 1").Result!.Root).Type;

    private T One<T>()
        where T : struct, Enum => One(Enum.GetValues<T>());

    private T One<T>(T[] all) => all[random.Next(all.Length)];
}
