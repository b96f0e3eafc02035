using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Flows.Texts;

namespace Orchestrator.Ssis.Flows.Dialects;

/// <summary>A statement that is carried out for each row of a table, one behind another. Of our dialects T-SQL alone
/// says so without a routine.</summary>
internal static class RowLoop
{
    /// <summary>Whether that dialect says so.</summary>
    public static bool IsIn(SsisSqlDialect dialect) => dialect == SsisSqlDialect.SqlServer;

    /// <summary>The statements of the loop.</summary>
    /// <param name="table">The table, quoted.</param>
    /// <param name="order">The columns in whose order its rows come, quoted; empty = in any.</param>
    /// <param name="statement">The statement, with `?` for each value.</param>
    /// <param name="values">The columns of the values, with their types.</param>
    public static string Of(string table, IReadOnlyList<string> order, string statement,
        IReadOnlyList<(string Name, string Type)> values)
    {
        var names = string.Join(", ", values.Select(each => $"@{each.Name}"));
        var fetch = $"FETCH NEXT FROM each_row INTO {names};";
        var body = WrittenParameters.Replace(statement, place => $"@{values[place].Name}")
            .ReplaceLineEndings("\n");
        return string.Join('\n',
            $"DECLARE {string.Join(", ", values.Select(each => $"@{each.Name} {each.Type}"))};",
            "DECLARE each_row CURSOR LOCAL FAST_FORWARD FOR",
            "SELECT " + string.Join(", ", values.Select(each => $"[{each.Name}]")) + " FROM " + table
                + (order.Count == 0 ? ";" : $" ORDER BY {string.Join(", ", order)};"),
            "OPEN each_row;",
            fetch,
            "WHILE @@FETCH_STATUS = 0",
            "BEGIN",
            body + ";",
            fetch,
            "END;",
            "CLOSE each_row;",
            "DEALLOCATE each_row;");
    }
}
