using Orchestrator.Data;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Packages.Load;

/// <summary>
/// The tables that loads fill before they publish. Each is registered in the file, so that the next attempt finds and
/// removes what a dead one left behind.
/// </summary>
internal static class LoadTables
{
    /// <summary>Name of an attempt's load table.</summary>
    public static string NameOf(long attempt) => $"{SqliteDialect.OwnPrefix}load_{attempt}";

    /// <summary>Makes and registers the load table, within the caller's transaction.</summary>
    public static void Make(
        SqliteDatabase database, string name, string target, long attempt, IReadOnlyList<RowColumn> columns)
    {
        database.Execute(SqliteStatements.Drop(name));
        database.Execute(SqliteStatements.CreateTable(name, columns));
        SqliteScalar.Run(
            database, "INSERT OR REPLACE INTO orchestrator_loads (load_table, target, attempt) "
                + "VALUES ($name, $target, $attempt)",
            ("$name", name), ("$target", target), ("$attempt", attempt));
    }

    /// <summary>Takes a load table out of the register once it is gone.</summary>
    public static void Forget(SqliteDatabase database, string name) =>
        SqliteScalar.Run(database, "DELETE FROM orchestrator_loads WHERE load_table = $name", ("$name", name));

    /// <summary>Removes the load tables of earlier attempts on a target; none of them can be alive, since a target
    /// has one package and that one has one attempt at a time.</summary>
    public static void Sweep(SqliteDatabase database, string target)
    {
        foreach (var name in Left(database, target))
        {
            database.Execute(SqliteStatements.Drop(name));
            Forget(database, name);
        }
    }

    private static List<string> Left(SqliteDatabase database, string target)
    {
        var left = new List<string>();
        using var command = SqliteScalar.Command(
            database, "SELECT load_table FROM orchestrator_loads WHERE target = $target", [("$target", target)]);
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            left.Add(reader.GetString(0));
        }

        return left;
    }
}
