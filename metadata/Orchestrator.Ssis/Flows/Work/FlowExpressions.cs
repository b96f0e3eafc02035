using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>A value with a name that an expression may use for it.</summary>
internal sealed record FlowOperand(string Name, FlowType Type, string Sql);

/// <summary>Makes SQL of the expressions of a flow.</summary>
internal sealed class FlowExpressions(FlowVariables variables, FlowColumns columns, FlowGraph graph)
{
    private const string Only = "c";

    /// <summary>An expression of a component over the columns of a set.</summary>
    /// <param name="lineage">As the file has it, with columns by their lineage; may be empty.</param>
    /// <param name="friendly">The same with columns by name.</param>
    /// <param name="set">The columns that it may name.</param>
    public SsisBoundExpression Bind(string lineage, string friendly, IEnumerable<SetColumn> set)
    {
        var names = new SsisNames([.. set.Select(Symbol).OfType<SsisSymbol>(), .. variables.Symbols]);
        foreach (var text in new[] { lineage, friendly }.Where(each => each.Trim().Length > 0))
        {
            if (SsisExpression.Parse(variables.WithFixed(text)).Result?.Bind(names).Result is { } bound)
            {
                return bound;
            }
        }

        throw Fault(friendly.Trim().Length > 0 ? friendly : lineage, names);
    }

    /// <summary>The SQL of an expression's value.</summary>
    /// <param name="expression">The expression.</param>
    /// <param name="set">The columns that it names.</param>
    /// <param name="cuts">Whether texts that are too long are cut.</param>
    /// <param name="place">Which component and column it is of, for whoever reads why it failed.</param>
    public string Value(SsisBoundExpression expression, SqlSet set, bool cuts, string place = "") => Written(
        SsisSqlText.Of(expression, set.Place.Dialect!.Value, Names(set, cuts) with { Place = place }));

    /// <summary>The SQL of a condition.</summary>
    public string Condition(SsisBoundExpression expression, SqlSet set) =>
        Written(SsisSqlText.Condition(expression, set.Place.Dialect!.Value, Names(set, false)));

    /// <summary>The type and the SQL of an expression that names no column.</summary>
    public (SsisType Type, string Sql) OfVariables(string text, SsisSqlDialect dialect)
    {
        var bound = Bind(text, "", []);
        return (bound.Type, Written(SsisSqlText.Of(bound, dialect, new(_ => null, variables.NameOf))));
    }

    /// <summary>A condition over values that have names of their own.</summary>
    public static string Condition(string text, IReadOnlyList<FlowOperand> operands, SsisSqlDialect dialect) =>
        Written(SsisSqlText.Condition(Bound(text, operands), dialect, Names(operands, false)));

    /// <summary>A value in another type, as a cast of the language makes it.</summary>
    public static string Cast(
        string sql, FlowType from, FlowType to, bool cuts, SsisSqlDialect dialect, string place)
    {
        if (FlowColumnTypes.Of(to) is not { } type)
        {
            throw FlowOpenException.Missing("the type that it converts to is not known", to.Name);
        }

        FlowOperand[] operands = [new(Only, from, sql)];
        return Written(SsisSqlText.Of(Bound($"({type})[{Only}]", operands), dialect,
            Names(operands, cuts) with { Place = place }));
    }

    /// <summary>A cast to a number that gives NULL where the value is surely none; null of any other expression, and
    /// where the dialect cannot tell.</summary>
    public string? OrNull(SsisBoundExpression expression, SqlSet set, string place) =>
        OrNull(expression, set.Place.Dialect!.Value, Names(set, false) with { Place = place });

    /// <summary>The same of a value that is cast.</summary>
    public static string? CastOrNull(
        string sql, FlowType from, FlowType to, SsisSqlDialect dialect, string place)
    {
        if (FlowColumnTypes.Of(to) is not { } type)
        {
            return null;
        }

        FlowOperand[] operands = [new(Only, from, sql)];
        return OrNull(Bound($"({type})[{Only}]", operands), dialect,
            Names(operands, false) with { Place = place });
    }

    // Of a text that is a date in some locale or other nobody knows whether it is none there.
    private static string? OrNull(SsisBoundExpression expression, SsisSqlDialect dialect, SsisSqlNames names)
    {
        if (FlowFaults.HasNone(expression.Root))
        {
            return Written(SsisSqlText.Of(expression, dialect, names));
        }

        if (expression.Root is not SsisCastTerm { Type: { IsNumber: true } or { Kind: SsisKind.Guid } } cast
            || !FlowFaults.HasNone(cast.Operand) || !FlowDialect.CastsToNull(dialect))
        {
            return null;
        }

        var text = Written(SsisSqlText.Of(expression, dialect, names with { FaultsAreNull = true }));
        return FlowDialect.Trying(dialect, text);
    }

    /// <summary>A constant as metadata write it: a text, a number, `${var:X}`; null where it is another value.
    /// </summary>
    public string? Constant(SsisBoundExpression expression) => expression.Root switch
    {
        SsisSymbolTerm { Symbol: { Kind: SsisSymbolKind.Variable } symbol } =>
            symbol.Space == "System" ? null : variables.TextOf(symbol),
        SsisLiteralTerm { Value.Content: string text } =>
            text.Length > 0 && !text.Contains("${", StringComparison.Ordinal) ? text : null,
        SsisLiteralTerm { Value: { IsNull: false } value } when value.Type.IsInteger => SsisText.Of(value),
        _ => null,
    };

    private static string Written(SsisGenerated generated) => generated.IsWhole
        ? generated.Text : throw new FlowOpenException(generated.Open);

    private SsisSymbol? Symbol(SetColumn column) => FlowColumnTypes.Of(column.Type) is not { } type ? null
        : SsisSymbol.Column(column.Origin.Column, type, ComponentOf(column.Origin)) with
        {
            Lineage = columns.LineageOf(column.Origin),
        };

    private string ComponentOf(ColumnOrigin origin) =>
        graph.TryFind(origin.Component) is { } component ? component.Name : origin.Component;

    private SsisSqlNames Names(SqlSet set, bool cuts) => new(
        symbol => set.Items.FirstOrDefault(each => columns.LineageOf(each.Column.Origin) == symbol.Lineage)?.Sql,
        variables.NameOf)
    {
        Truncation = cuts ? SsisTruncation.Cut : SsisTruncation.Fail,
    };

    private static SsisSqlNames Names(IReadOnlyList<FlowOperand> operands, bool cuts) => new(
        symbol => operands.FirstOrDefault(each => each.Name == symbol.Name)?.Sql, _ => null)
    {
        Truncation = cuts ? SsisTruncation.Cut : SsisTruncation.Fail,
    };

    private static SsisBoundExpression Bound(string text, IReadOnlyList<FlowOperand> operands)
    {
        var names = new SsisNames(operands.Select(each => SsisSymbol.Column(each.Name, TypeOf(each))));
        var parsed = SsisExpression.Parse(text);
        var bound = parsed.Result?.Bind(names);
        return bound?.Result ?? throw FlowOpenException.Of((bound?.Fault ?? parsed.Fault)!, text);
    }

    private static SsisType TypeOf(FlowOperand operand) => FlowColumnTypes.Of(operand.Type)
        ?? throw FlowOpenException.Missing($"the type of '{operand.Name}' is not known", operand.Type.Name);

    private FlowOpenException Fault(string text, SsisNames names)
    {
        var parsed = SsisExpression.Parse(variables.WithFixed(text));
        return FlowOpenException.Of((parsed.Fault ?? parsed.Result!.Bind(names).Fault)!, text);
    }
}
