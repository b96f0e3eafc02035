using System.Runtime.ExceptionServices;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>
/// Writes the rows of a load table over those of its target. A database that looks at a unique key with each row may
/// refuse what breaks no rule at the end, because a value goes from one row to another: then the values that move are
/// taken out of the way first; at once where a refusal would end the transaction, or the key remove rows.
/// </summary>
internal sealed class MovedValues(IDatabase database, TableName table, MergeDialect sql)
{
    private readonly KeyByRow[] _keys = [.. database.KeysByRow(table).Where(sql.MayMove)];
    private readonly TriedRows _tried = new(() => database);
    private readonly bool _isSilent = LeavingOut.IsSilent(database, table);

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

        return !_isSilent ? Update(isPart, ends, update) : RefuseUnlessAll(
            database.Number(sql.CountDiffering(isPart), ends), () => Update(isPart, ends, update));
    }

    // What a key leaves out without a word would be taken for a row that was equal.
    private long RefuseUnlessAll(long due, Func<long> work)
    {
        var changed = work();
        return changed == due ? changed : throw new PackageRefusedException(
            "ORC3407", ErrorClass.Data, "publish",
            $"The table '{table}' took {changed} of {due} rows that the load changes. "
            + $"{LeavingOut.Cause(database, table, "trigger of the table")} left the others out; nothing was "
            + "published. Let the key refuse them (ON CONFLICT ABORT), so that they are told.");
    }

    private long Update(bool isPart, IReadOnlyList<(string Name, object? Value)> ends, string update)
    {
        if (_keys.Length == 0)
        {
            return database.Execute(update, ends);
        }

        var changed = 0L;
        Exception? refused = null;
        if (!_keys.Any(key => key.IsFinal))
        {
            refused = _tried.Try(() => changed = database.Execute(update, ends));
            if (refused is null)
            {
                return changed;
            }

            if (!IsOfKey(refused))
            {
                ExceptionDispatchInfo.Throw(refused);
            }
        }

        return Again(isPart, ends, update, refused);
    }

    private long Again(
        bool isPart, IReadOnlyList<(string Name, object? Value)> ends, string update, Exception? refused)
    {
        if (sql.Park(new KeysOfTable(_keys, database.Columns(table)), isPart) is not { } parked)
        {
            return refused is null ? database.Execute(update, ends) : throw Deferrable(refused, null);
        }

        var changed = 0L;
        Exception? between = null;
        var isInTheWay = false;

        // Of what it was in the way of nobody knows whether it moves.
        bool IsParked(IEnumerable<string> ways)
        {
            Exception? against = null;
            var isParked = ways.Any(way => (against = _tried.Try(() => database.Execute(way, ends))) is null);
            between = against ?? between;
            return isParked;
        }

        var again = _tried.Try(() =>
        {
            foreach (var ways in parked.Park)
            {
                isInTheWay |= !IsParked(ways);
            }

            changed = parked.Last is { } last ? database.Execute(last, ends) : 0;
            changed += database.Execute(update, ends);
        });
        if (again is null)
        {
            return changed;
        }

        if (refused is not null && Faults.IsRefusal(again) && (isInTheWay || !IsOfKey(again)))
        {
            throw Deferrable(refused, isInTheWay ? between : again);
        }

        ExceptionDispatchInfo.Throw(again);
        return 0;
    }

    private bool IsOfKey(Exception fault) =>
        Platforms.Explain(fault) is { } why && Dialect.IsOfKeyByRow(why.Fault);

    private DataRefusedException Deferrable(Exception refused, Exception? between)
    {
        var why = Platforms.Explain(refused)?.Fault;
        var cause = between is null ? "" : $" Nothing could stand there in between: {Faults.Text(between)}.";
        return new DataRefusedException(
            "ORC3412",
            $"A row was refused by the table '{table}': {Faults.Text(refused)}. {why?.Advice} Where a value only goes "
            + $"from one row of the load to another, {Dialect.MoveAdvice}.{cause}",
            refused);
    }
}
