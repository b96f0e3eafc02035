using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>What a component reads or writes by its own words: a table or a statement, of its own or of a variable.
/// </summary>
internal static class WrittenSources
{
    private const string FromTable = "0";
    private const string FromTableVariable = "1";
    private const string FromVariable = "3";
    private const string FastVariable = "4";

    private static readonly string[] Statements = ["SqlCommand"];
    private static readonly string[] Tables = ["OpenRowset", "TableOrViewName", "TableName"];
    private static readonly string[] Harmless = ["SET NOCOUNT ON", "SET NOCOUNT OFF", "SET FMTONLY OFF"];

    /// <summary>The table that a source reads; null where it reads by a statement.</summary>
    public static FlowTable? Of(FlowWork work, FlowComponent component)
    {
        var mode = component.Property("AccessMode") ?? "";
        var isOdbc = component.Kind is ComponentKind.OdbcSource;
        if (MadeBy(work, component, Statements) is not null || (mode == FromTableVariable && isOdbc)
            || mode is not (FromTable or FromTableVariable) || (mode == FromTable && IsElsewhere(work, component)))
        {
            return null;
        }

        return Table(work, component, mode == FromTableVariable);
    }

    /// <summary>The table of a source or destination.</summary>
    /// <param name="work">The flow.</param>
    /// <param name="component">The component.</param>
    /// <param name="isOfVariable">Whether a variable has its name.</param>
    public static FlowTable Table(FlowWork work, FlowComponent component, bool isOfVariable)
    {
        var connection = work.Places.Connection(component);
        if (isOfVariable || MadeBy(work, component, Tables) is not null)
        {
            return OfVariable(work, component, connection);
        }

        var written = Written(component);
        return Named(connection, written) ?? Beside(work, component, written)
            ?? throw (WrittenTable.PartsOf(written).Count > 2
                ? FlowOpenException.NoOption("its table lies in another database: give that a connection", written)
                : FlowOpenException.Missing("the name of its table is none", written));
    }

    // A table of another database is read by a statement, which may name it so.
    private static bool IsElsewhere(FlowWork work, FlowComponent component) =>
        WrittenTable.PartsOf(Written(component)).Count > 2
        && Named(work.Places.Connection(component), Written(component)) is null;

    // What is written goes by a connection of that database, on the server of the other.
    private static FlowTable? Beside(FlowWork work, FlowComponent component, string written) =>
        FlowGraph.IsEnd(component.Kind) && TransactSql.Is(work.Places.Of(component).Dialect)
        && WrittenTable.PartsOf(written) is { Count: 3 } parts
            ? new(work.Places.Connection(component).Name, parts[1], parts[2]) { Database = parts[0] } : null;

    private static string Written(FlowComponent component) =>
        Tables.Select(component.Property).FirstOrDefault(each => !string.IsNullOrWhiteSpace(each)) ?? "";

    /// <summary>A table by its written name; null where it is none, or one of another database.</summary>
    public static FlowTable? Named(SsisConnection connection, string written)
    {
        var parts = WrittenTable.PartsOf(written);
        if (parts.Count == 3 && parts[0].Equals(connection.Database, StringComparison.OrdinalIgnoreCase))
        {
            parts = [.. parts.Skip(1)];
        }

        return parts.Count switch
        {
            1 => new(connection.Name, "", parts[0]),
            2 => new(connection.Name, parts[0], parts[1]),
            _ => null,
        };
    }

    /// <summary>The statement of a source, with our names in the place of its parameters.</summary>
    public static WrittenQuery Statement(FlowWork work, FlowComponent component)
    {
        var mode = component.Property("AccessMode") ?? "";
        var dialect = work.Places.Of(component).Dialect;
        var text = MadeBy(work, component, Statements) is { } made ? StatementTexts.Of(work, made, dialect)
            : mode == FromVariable
                ? StatementTexts.OfVariable(work, component.Property("SqlCommandVariable") ?? "", dialect)
            : mode == FromTable && IsElsewhere(work, component) ? "SELECT * FROM " + Written(component)
            : component.Property("SqlCommand") ?? "";
        if (string.IsNullOrWhiteSpace(text))
        {
            throw FlowOpenException.Missing("it has no statement", component.Name);
        }

        text = WithoutSettings(text);
        text = TransactSql.Is(dialect) ? WrittenBareCall.WithWord(text) : text;
        return WrittenQuery.Of(WithParameters(work, component, text));
    }

    /// <summary>The statement of a component, as it is written or as an expression makes it.</summary>
    public static string Command(FlowWork work, FlowComponent component) =>
        MadeBy(work, component, Statements) is { } made
            ? StatementTexts.Of(work, made, work.Places.Of(component).Dialect)
            : component.Property("SqlCommand") ?? "";

    /// <summary>Whether an expression makes the statement of a component.</summary>
    public static bool IsMade(FlowWork work, FlowComponent component) =>
        MadeBy(work, component, Statements) is not null;

    private static FlowTable OfVariable(FlowWork work, FlowComponent component, SsisConnection connection)
    {
        var name = component.Property("OpenRowsetVariable") is { Length: > 0 } own ? own
            : (MadeBy(work, component, Tables) ?? "").Trim().TrimStart('@').Trim('[', ']');
        var variable = work.Variables.Find(name)
            ?? throw FlowOpenException.MadeStatement("the name of its table is made while the package runs", name);
        if (variable is { Value: { Length: > 0 } value } && work.Variables.IsFixed(variable)
            && Named(connection, value) is { } known)
        {
            return known;
        }

        var ours = work.Variables.NameOf(variable.FullName)
            ?? throw FlowOpenException.Missing("nothing here stands for the variable of its table", name);
        return new(connection.Name, "", $"${{name:{ours}}}");
    }

    /// <summary>The expression of the flow that makes a property of a component; null where there is none.</summary>
    private static string? MadeBy(FlowWork work, FlowComponent component, string[] properties) =>
        work.Flow.Expressions.FirstOrDefault(each => properties.Any(property =>
            each.Property == $"[{component.Name}].[{property}]"))?.Expression;

    private static string WithoutSettings(string text)
    {
        var rest = text.Trim();
        while (Array.Find(Harmless, each => rest.StartsWith(each, StringComparison.OrdinalIgnoreCase)) is { } found)
        {
            rest = rest[found.Length..].TrimStart(';', ' ', '\t', '\r', '\n');
        }

        return rest;
    }

    private static string WithParameters(FlowWork work, FlowComponent component, string text)
    {
        var count = WrittenParameters.Count(text);
        if (count == 0)
        {
            return text;
        }

        var bound = WrittenParameters.Bindings(component.Property("ParameterMapping") ?? "");
        var isCall = WrittenQuery.Of(text).Kind == WrittenKind.Call;
        var said = WrittenParameters.NamesOf(text);
        // Names that say no place stand in its order; those of a procedure's own parameters go by these.
        var isInOrder = bound.Count == count && bound.All(each => WrittenParameters.PlaceOf(each.Name) is null);
        var isNamed = isCall && isInOrder && bound.All(each => each.Name.StartsWith('@'));
        return WrittenParameters.Replace(text, place =>
        {
            var given = bound.Where((each, at) => isCall && isInOrder && said[place] is { } own
                    ? each.Name.TrimStart('@').Equals(own[1..], StringComparison.OrdinalIgnoreCase)
                    : (isInOrder ? at : WrittenParameters.PlaceOf(each.Name)) == place)
                .Select(each => work.Variables.Find(each.Variable)?.FullName ?? each.Variable).FirstOrDefault();
            var name = given is null ? null : work.Variables.NameOf(given);
            return name is null
                ? throw FlowOpenException.Missing($"nothing is bound to its parameter {place}", text)
                : isNamed && said[place] is null ? $"{bound[place].Name} = ${{var:{name}}}"
                : isCall ? $"${{var:{name}}}" : "@" + name;
        });
    }

    /// <summary>Whether a destination takes the name of its table from a variable.</summary>
    public static bool IsTableOfVariable(FlowComponent component) => component.Kind == ComponentKind.OleDbDestination
        && component.Property("AccessMode") is FromTableVariable or FastVariable;
}
