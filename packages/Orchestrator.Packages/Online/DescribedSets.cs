using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Online;

/// <summary>
/// What the statements would return whose columns are values of the run, beside what is taken of it. Who cannot be
/// described says nothing: its tables may be made by then, and are when it runs.
/// </summary>
internal static class DescribedSets
{
    private const int NamesShown = 8;

    /// <summary>The columns for each object that sets values from a query through a connection.</summary>
    public static IEnumerable<(ObjectDefinition Object, IReadOnlyList<DescribedColumn> Columns)> In(
        IDatabase database, Connection connection, Solution solution)
    {
        var known = new Dictionary<string, IReadOnlyList<DescribedColumn>?>(StringComparer.Ordinal);
        foreach (var definition in solution.Projects.SelectMany(project => project.Objects)
            .Where(each => each.Enabled && each.Target.Connection == connection.Name && IsOfQuery(each)))
        {
            if (Columns(database, definition, solution, known) is { } columns)
            {
                yield return (definition, columns);
            }
        }
    }

    /// <summary>What of it cannot be taken.</summary>
    public static IEnumerable<Diagnostic> Wrong(
        ObjectDefinition definition, IReadOnlyList<DescribedColumn> columns) =>
        definition.Sets!.Each.SelectMany(set => Taken(set).Select(one => Wrong(definition, set, one, columns)))
            .OfType<Diagnostic>();

    private static bool IsOfQuery(ObjectDefinition definition) =>
        definition is { Sets.ReadsRows: true, Sql: not null, SqlFrom: null, Procedure: null };

    // Of ten thousand turns that have one query, whose values differ and not their types, it is asked for one.
    private static IReadOnlyList<DescribedColumn>? Columns(IDatabase database, ObjectDefinition definition,
        Solution solution, Dictionary<string, IReadOnlyList<DescribedColumn>?> known)
    {
        var last = database.Platform.Dialect.Split(definition.Sql!.Text).LastOrDefault();
        if (last is null || last.Text.Contains("${", StringComparison.Ordinal))
        {
            return null;
        }

        var values = Values(definition, solution);
        var asked = string.Join('\n', values.Select(Typed).Prepend(last.Text));
        return known.TryGetValue(asked, out var columns) ? columns
            : known[asked] = Described(database, last.Text, values);
    }

    private static string Typed((string Name, object? Value) one) =>
        one.Value is TypedValue value ? $"{one.Name} {value.Type}" : one.Name;

    private static IReadOnlyList<DescribedColumn>? Described(
        IDatabase database, string query, (string Name, object? Value)[] values)
    {
        try
        {
            return database.Describe(query, values);
        }
        catch (Exception fault) when (fault is DataRefusedException
            || database.Platform.Explain(fault) is { IsConnectionLost: false })
        {
            return null;
        }
    }

    // What only the run knows is NULL here: what a query returns has its type from elsewhere.
    private static (string Name, object? Value)[] Values(ObjectDefinition definition, Solution solution) =>
    [
        .. solution.Variables.Where(one => definition.Instance?.Gives(one.Name) != true)
            .Select(one => ($"@{one.Name}", (object?)one.Value)),
        .. (definition.Instance?.Values ?? []).Select(one => ($"@{one.Variable}", (object?)one.Value)),
        .. solution.RunVariables.Where(one => !one.Type.IsRows && definition.Instance?.Gives(one.Name) != true)
            .Select(one => ($"@{one.Name}", (object?)null)),
        .. definition.Facts.Where(one => one.Parameter.Length > 0)
            .Select(one => ($"@{one.Parameter}", (object?)null)),
    ];

    private static IEnumerable<(string Name, SqlType Type)> Taken(ValueSet set) => set.Kind switch
    {
        ValueOrigin.Rows => set.Type.Columns.Select(column => (column.Name, column.Type)),
        ValueOrigin.Column when set.Type.Scalar is { } type => [(set.Name, type)],
        _ => [],
    };

    // As when it runs: platforms tell names apart by case or do not.
    private static Diagnostic? Wrong(ObjectDefinition definition, ValueSet set, (string Name, SqlType Type) taken,
        IReadOnlyList<DescribedColumn> columns)
    {
        var found = columns.FirstOrDefault(column => column.Name == taken.Name)
            ?? columns.FirstOrDefault(column => column.Name.Equals(taken.Name, StringComparison.OrdinalIgnoreCase));
        if (found is null)
        {
            string[] names = [.. columns.Select(column => column.Name)];
            return new Diagnostic("ORC3662", Severity.Error, set.At,
                $"'{definition.FullName}' takes '{taken.Name}' from its query, which gives "
                + Words.First(NamesShown, names), $"give a column that name: select … as {taken.Name}")
                .WithNearest(taken.Name, names);
        }

        return found.Type is { } type && IsOfOtherKind(type, taken.Type)
            ? new Diagnostic("ORC3662", Severity.Error, set.At,
                $"'{definition.FullName}' takes '{taken.Name}' from its query as {taken.Type}, and it is {type}",
                $"cast it in the query, or let it be a {type}")
            : null;
    }

    // Text may hold a value of each type, and each can be written as text.
    private static bool IsOfOtherKind(SqlType one, SqlType other) =>
        KindOf(one) is { } kind && KindOf(other) is { } wanted && kind != wanted;

    private static int? KindOf(SqlType type) => type switch
    {
        { IsNumber: true } => 1,
        { IsTemporal: true } => 2,
        { Kind: SqlTypeKind.UniqueIdentifier } => 3,
        _ => null,
    };
}
