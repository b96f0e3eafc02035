using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Metadata.Tests.SsisExpressions;

/// <summary>Names with values, a clock that stands, and the way from a text to its value.</summary>
internal sealed class SsisSandbox
{
    private static readonly DateTimeOffset Now = new DateTimeOffset(2026, 11, 28, 13, 14, 15, TimeSpan.FromHours(2))
        .AddTicks(167_000);

    private readonly Dictionary<SsisSymbol, SsisValue> _values = [];

    public SsisTruncation Truncation { get; init; }

    public SsisScope Scope => new(symbol => _values.GetValueOrDefault(symbol), () => Now) { Truncation = Truncation };

    public SsisNames Names => new(_values.Keys);

    public static SsisSandbox With(params string[] lets)
    {
        SsisSandbox sandbox = new();
        sandbox.Let(lets);
        return sandbox;
    }

    /// <summary>`Name = expression`, a column; with `@` a variable.</summary>
    public void Let(IEnumerable<string> lets)
    {
        foreach (var let in lets)
        {
            var parts = let.Split(" = ", 2);
            var value = Result(parts[1]);
            var name = SsisExpression.Parse(parts[0]).Result!.Root;
            _values.Add(name switch
            {
                SsisVariableNode variable => SsisSymbol.Variable(variable.Name, value.Type, variable.Space ?? "User"),
                SsisColumnNode column => SsisSymbol.Column(column.Name, value.Type, column.Component ?? ""),
                _ => throw new ArgumentException(let),
            }, value);
        }
    }

    public void Add(SsisSymbol symbol, SsisValue value) => _values[symbol] = value;

    public SsisOutcome<SsisBoundExpression> Bind(string text)
    {
        var parsed = SsisExpression.Parse(text);
        return parsed.IsWhole ? parsed.Result.Bind(Names) : throw new AssertionException(parsed.Fault!.ToString());
    }

    /// <summary>The value, or the fault wherever it happens.</summary>
    public (SsisValue? Value, SsisFault? Fault) Evaluate(string text)
    {
        var parsed = SsisExpression.Parse(text);
        if (!parsed.IsWhole)
        {
            return (null, parsed.Fault);
        }

        var bound = parsed.Result.Bind(Names);
        if (!bound.IsWhole)
        {
            return (null, bound.Fault);
        }

        var value = bound.Result.Evaluate(Scope);
        return (value.Result, value.Fault);
    }

    public SsisValue Result(string text)
    {
        var (value, fault) = Evaluate(text);
        return value ?? throw new AssertionException($"{text}: {fault}");
    }

    /// <summary>As the table of facts writes it.</summary>
    public string Shown(string text)
    {
        var (value, fault) = Evaluate(text);
        return value is null ? $"fault {fault!.Kind}" : Shown(value);
    }

    private static string Shown(SsisValue value) => value.Content switch
    {
        null => "NULL",
        string text => SsisStringLiteral.Write(text),
        _ => SsisText.Of(value),
    };
}
