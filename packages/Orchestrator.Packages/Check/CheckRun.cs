using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Check;

/// <summary>One attempt of a check: asks everything, then fails with all that did not hold.</summary>
internal sealed class CheckRun
{
    private readonly PackageContext context;
    private readonly ObjectDefinition definition;
    private readonly ObjectDefinition? writer;
    private readonly HashSet<string> sensitive;

    /// <summary>For that attempt.</summary>
    public CheckRun(PackageContext context)
    {
        this.context = context;
        definition = context.Object;
        writer = TableWriters.OfSameTable(definition, context.Solution).FirstOrDefault();
        sensitive = Sensitive(context.Solution);
    }

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            var file = DatabaseFile.OfTarget(context);
            using var database = SqliteFiles.OpenSource(file, context.Time);
            using var interrupt =
                context.Cancellation.Register(() => SQLitePCL.raw.sqlite3_interrupt(database.Handle));
            Ask(database);
            return new PackageResult { Outcome = NodeState.Succeeded };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            return Faults.Result(fault, "check", definition.Target.Connection, context.Cancellation);
        }
    }

    private void Ask(SqliteDatabase database)
    {
        string[] keys = [.. writer?.Columns.Where(c => c.Key > 0).OrderBy(c => c.Key).Select(c => c.Target) ?? []];
        var failures = new List<string>();
        foreach (var question in CheckContract.Questions(definition, keys))
        {
            context.Cancellation.ThrowIfCancellationRequested();
            if (Failure(database, question) is { } failure)
            {
                failures.Add($"{question.What}: {failure}");
            }
        }

        if (failures.Count > 0)
        {
            var table = SqliteDialect.TableName(definition.Target.Schema, definition.Target.Name);
            throw new PackageRefusedException(
                "ORC3430", ErrorClass.Data, "check",
                $"The table '{table}' does not hold what is checked: {string.Join("; ", failures)}. "
                + "Correct the rows where they come from, or the check.");
        }
    }

    private string? Failure(SqliteDatabase database, CheckQuestion question)
    {
        if (question.What == "returnsNothing")
        {
            return Returned(database, question.Sql);
        }

        var number = SqliteScalar.Long(database, question.Sql);
        if (question.What == "rowCount")
        {
            return RowCountRule.Parse(definition.Check!.RowCount!)!.Holds(number)
                ? null
                : $"expected {definition.Check.RowCount}, got {number} rows";
        }

        var what = question.What.StartsWith("unique", StringComparison.Ordinal)
            ? "values occur more than once"
            : "rows hold NULL";
        return number == 0 ? null : $"{number} {what}{Sample(database, question.Sample)}";
    }

    private string? Returned(SqliteDatabase database, string sql)
    {
        using var command = SqliteScalar.Command(database, sql, []);
        using var reader = command.ExecuteReader();
        var rows = 0L;
        var sample = "";
        do
        {
            while (reader.Read())
            {
                sample = rows == 0 ? Shown(reader) : sample;
                rows++;
            }
        }
        while (reader.NextResult());

        return rows == 0 ? null : $"{rows} rows came back{sample}";
    }

    private string Sample(SqliteDatabase database, string? sql)
    {
        if (sql is null)
        {
            return "";
        }

        using var command = SqliteScalar.Command(database, sql, []);
        using var reader = command.ExecuteReader();
        return reader.Read() ? Shown(reader) : "";
    }

    private string Shown(SqliteDataReader reader)
    {
        const int columnsMax = 4;
        var values = Enumerable.Range(0, Math.Min(reader.FieldCount, columnsMax)).Select(i => ShownValue(reader, i));
        return $", for example {string.Join(", ", values)}";
    }

    /// <summary>
    /// A value, cut short. A query may read any table, and an alias must not show what is sensitive, so that with a
    /// sensitive column anywhere only a column whose own name is known to be none of them is shown.
    /// </summary>
    private string ShownValue(SqliteDataReader reader, int column)
    {
        const int lengthMax = 64;
        var name = reader.GetName(column);
        if (sensitive.Count > 0 && !IsKnownHarmless(reader, column))
        {
            return $"{name} (sensitive)";
        }

        var text = reader.IsDBNull(column) ? "NULL" : reader.GetString(column);
        return $"{name}={(text.Length > lengthMax ? text[..lengthMax] + "…" : text)}";
    }

    private static HashSet<string> Sensitive(Solution solution)
    {
        var names = solution.Projects.SelectMany(project => project.Objects).SelectMany(one => one.Columns)
            .Where(column => column.Sensitive)
            .SelectMany(column => new[] { column.Name, column.Target })
            .Select(SqliteDialect.Fold).ToHashSet();

        // An error table holds such values, too.
        names.UnionWith(names.Count == 0 ? [] : SqliteErrorTable.DataColumns.Select(SqliteDialect.Fold));
        return names;
    }

    private bool IsKnownHarmless(SqliteDataReader reader, int column)
    {
        var origin = SQLitePCL.raw.sqlite3_column_origin_name(reader.Handle!, column).utf8_to_string();
        return origin is not null && !sensitive.Contains(SqliteDialect.Fold(origin));
    }
}
