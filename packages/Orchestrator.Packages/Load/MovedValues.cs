using Orchestrator.Data;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// Writes the rows of a load table over those of its target. A database that looks at a unique key with each row may
/// refuse what breaks no rule at the end, because a value goes from one row to another: then the values that move are
/// taken out of the way first.
/// </summary>
internal sealed class MovedValues(IDatabase database, TableName table, MergeDialect sql)
{
    private readonly IReadOnlyList<IReadOnlyList<string>> keys = database.KeysByRow(table);

    private Dialect Dialect => database.Platform.Dialect;

    /// <summary>Does it, within the open transaction.</summary>
    /// <param name="isPart">Whether only for the rows from number @first to @last.</param>
    /// <param name="ends">These numbers.</param>
    /// <returns>Rows changed.</returns>
    public long Update(bool isPart, IReadOnlyList<(string Name, object? Value)> ends)
    {
        if (sql.Update(isPart) is not { } update)
        {
            return 0;
        }

        if (keys.Count == 0)
        {
            return database.Execute(update, ends);
        }

        database.Execute(Dialect.Savepoint);
        try
        {
            var changed = database.Execute(update, ends);
            database.Execute(Dialect.ReleaseSavepoint);
            return changed;
        }
        catch (Exception fault) when (IsOfKey(fault))
        {
            database.Execute(Dialect.BackToSavepoint);
            return Again(isPart, ends, update, fault);
        }
    }

    private long Again(
        bool isPart, IReadOnlyList<(string Name, object? Value)> ends, string update, Exception refused)
    {
        if (sql.Park(new KeysOfTable(keys, database.Columns(table)), isPart) is not { } parked)
        {
            database.Execute(Dialect.ReleaseSavepoint);
            throw Deferrable(refused);
        }

        try
        {
            var first = parked.First is { } text ? database.Execute(text, ends) : 0;
            foreach (var park in parked.Park)
            {
                database.Execute(park, ends);
            }

            var changed = first + database.Execute(update, ends);
            database.Execute(Dialect.ReleaseSavepoint);
            return changed;
        }
        catch (Exception fault) when (Faults.IsRefusal(fault))
        {
            database.Execute(Dialect.BackToSavepoint);
            database.Execute(Dialect.ReleaseSavepoint);
            if (IsOfKey(fault))
            {
                throw;
            }

            throw Deferrable(refused);
        }
    }

    private bool IsOfKey(Exception fault) =>
        Platforms.Explain(fault) is { } why && Dialect.IsOfKeyByRow(why.Fault);

    private DataRefusedException Deferrable(Exception refused)
    {
        var why = Platforms.Explain(refused)?.Fault;
        return new DataRefusedException(
            "ORC3412",
            $"A row was refused by the table '{table}': {Faults.Text(refused)}. {why?.Advice} Where a value only goes "
            + "from one row of the load to another, the constraint has to be one that is looked at when the statement "
            + "ends (UNIQUE … DEFERRABLE, in PostgreSQL), or a column of it one that takes NULL.",
            refused);
    }
}
