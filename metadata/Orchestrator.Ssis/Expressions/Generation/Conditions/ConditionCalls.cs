using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Generation.Terms;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Conditions;

/// <summary>The functions that conditions have, too.</summary>
internal sealed class ConditionCalls(ConditionWriter writer)
{
    public SqlPart Of(SsisCallTerm call) => call.Function switch
    {
        SsisFunction.IsNull =>
            new SqlPart($"{Argument(call, 0).In(SqlLevel.Sum)} is null", SqlLevel.Comparison),
        SsisFunction.ReplaceNull =>
            new SqlPart($"coalesce({Argument(call, 0).Text}, {Argument(call, 1).Text})"),
        SsisFunction.Upper => Changed(call, "upper"),
        SsisFunction.Lower => Changed(call, "lower"),
        SsisFunction.Trim => Changed(call, "trim"),
        SsisFunction.Len when call.Arguments[0].Type.IsText => Length(Argument(call, 0)),
        SsisFunction.Substring => Cut(call, Argument(call, 1), Argument(call, 2)),
        SsisFunction.Left => Cut(call, TermLiterals.Plain(1), Argument(call, 1)),
        SsisFunction.Right => Right(call),
        SsisFunction.Replace when call.Arguments[1] is SsisLiteralTerm { Value.Content: string { Length: > 0 } } =>
            new SqlPart(
                $"replace({Argument(call, 0).Text}, {Argument(call, 1).Text}, {Argument(call, 2).Text})"),
        SsisFunction.Abs when call.Type.Kind != SsisKind.R8 => new SqlPart($"abs({Argument(call, 0).Text})"),
        SsisFunction.Ceiling when call.Type.Kind != SsisKind.R8 => new SqlPart($"ceiling({Argument(call, 0).Text})"),
        SsisFunction.Floor when call.Type.Kind != SsisKind.R8 => new SqlPart($"floor({Argument(call, 0).Text})"),
        SsisFunction.GetDate => new SqlPart(writer.Names.Now ?? throw None(call)),
        SsisFunction.GetUtcDate => new SqlPart(writer.Names.UtcNow ?? throw None(call)),
        SsisFunction.Year or SsisFunction.Month or SsisFunction.Day or SsisFunction.DatePart or SsisFunction.DateAdd
            or SsisFunction.DateDiff => new ConditionMoments(writer).Of(call),
        _ => throw None(call),
    };

    private SqlPart Argument(SsisCallTerm call, int number) => writer.Of(TermConstants.Bare(call.Arguments[number]));

    private static SqlPart Length(SqlPart text) => new($"length({text.Text})") { Span = new SqlSpan(0, text.Longest) };

    private SqlPart Changed(SsisCallTerm call, string function)
    {
        var text = Argument(call, 0);
        return text.As($"{function}({text.Text})");
    }

    private SqlPart Cut(SsisCallTerm call, SqlPart from, SqlPart count)
    {
        var text = Argument(call, 0);
        return text.As($"substring({text.Text}, {from.Text}, {count.Text})") with
        {
            Longest = count.Span is { } span && span.Most < text.Longest && span.Most >= 0
                ? (int)span.Most : text.Longest,
        };
    }

    private SqlPart Right(SsisCallTerm call)
    {
        var (text, count) = (Argument(call, 0), Argument(call, 1));
        var end = $"substring({text.Text}, length({text.Text}) - {count.In(SqlLevel.Product)} + 1, {count.Text})";
        return text.As($"if(length({text.Text}) <= {count.In(SqlLevel.Sum)}, {text.Text}, {end})") with
        {
            Longest = count.Span is { } span && span.Most < text.Longest && span.Most >= 0
                ? (int)span.Most : text.Longest,
        };
    }

    private static SsisOpenException None(SsisCallTerm call) =>
        ConditionWriter.None(call.Function.ToString().ToUpperInvariant(), call);
}
