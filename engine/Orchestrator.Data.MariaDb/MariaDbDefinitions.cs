using System.Data;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Makes, changes and removes tables through a second session: each such statement commits what its session has open,
/// and the claim of the package would be gone without a word. So it can neither be taken back, nor wait for a table
/// that our own transaction holds; what removes such a table waits for the end of that.
/// </summary>
internal sealed class MariaDbDefinitions(MariaDbDatabase database) : IDisposable
{
    private static readonly HashSet<string> Words =
        ["CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "ANALYZE", "OPTIMIZE"];

    // What the statements are of that quote no name.
    private const string OwnTables = "the engine's own tables";

    private readonly List<Action> _later = [];
    private MySqlConnection? _beside;

    /// <summary>The session that is at work; 0 = none is.</summary>
    public long Session { get; private set; }

    /// <summary>Whether a statement is one of these; one of a temporary table commits nothing.</summary>
    public static bool AreIn(string sql)
    {
        var words = MariaDbToken.Words(sql, 2);
        return words.Count > 1 && Words.Contains(words[0]) && words[1] != "TEMPORARY";
    }

    /// <summary>Runs one, or notes it for the end of the transaction.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="behind">What is done at once behind it; null = nothing.</param>
    public void Run(string sql, Action? behind = null)
    {
        var words = MariaDbToken.Words(sql, 2);
        var table = TableOf(sql, isOfIndex: words is [_, "INDEX" or "UNIQUE", ..]);
        if (database.HasTouched(table))
        {
            switch (words[0])
            {
                case "DROP" when words[1] == "TABLE":
                    _later.Add(() => RunLate(sql, behind));
                    return;
                case "ALTER" or "RENAME" or "TRUNCATE" or "DROP":
                case "CREATE" when words[1] is "INDEX" or "UNIQUE":
                    throw new InvalidOperationException(
                        $"{words[0]} {words[1]} of '{table}' would wait for its own transaction, which has used it.");
            }
        }

        database.Use.Fence();
        LockTries.Take(
            new TableName(null, table), database.Use, mayFail => TryRun(sql, mayFail), () => Holders(table));
        behind?.Invoke();
    }

    /// <summary>Runs a statement about rows of the engine's own, which are committed at once.</summary>
    public void Commit(string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        database.Use.Fence();
        using var command = MariaDbCommands.Make(Beside(), sql, values);
        command.ExecuteNonQuery();
    }

    /// <summary>
    /// Does what was noted, once the transaction is over, however it ended. What fails is left: the register of the
    /// load tables still has it.
    /// </summary>
    public void RunNoted()
    {
        foreach (var each in _later)
        {
            try
            {
                each();
            }
            catch (Exception)
            {
                // Nobody can take the commit back for it, whatever it is.
            }
        }

        _later.Clear();
    }

    public void Dispose()
    {
        _beside?.Dispose();
        _beside = null;
    }

    private void RunLate(string sql, Action? behind)
    {
        if (TryRun(sql, () => true))
        {
            behind?.Invoke();
        }
    }

    private bool TryRun(string sql, Func<bool> mayFail)
    {
        var beside = Beside();
        Session = beside.ServerThread;
        try
        {
            using var command = MariaDbCommands.Make(beside, sql, []);
            command.ExecuteNonQuery();
            return true;
        }
        catch (MySqlException fault) when (fault.Number == MariaDbNumbers.LockWait && mayFail())
        {
            return false;
        }
        catch (MySqlException fault)
        {
            MariaDbErrors.Note(fault, 1, database.IsInterrupted);
            throw;
        }
        finally
        {
            Session = 0;
        }
    }

    private MySqlConnection Beside()
    {
        if (_beside is null || _beside.State != ConnectionState.Open)
        {
            _beside?.Dispose();
            _beside = database.OpenBeside();
        }

        return _beside;
    }

    private string Holders(string table)
    {
        var found = HoldersFound(table);
        return found.Count == 0 ? "another session" : string.Join(" and ", found);
    }

    private List<string> HoldersFound(string table)
    {
        try
        {
            var beside = _beside is { State: ConnectionState.Open } open ? open.ServerThread : 0;
            return database.Texts(database.Question("lock_holders"), ("name", table), ("session", beside));
        }
        catch (MySqlException fault) when (fault.Number == MariaDbNumbers.NoSuchTable)
        {
            // It is the engine's own tables that are made just now.
            return [];
        }
    }

    // The dialect quotes all names; an index is named before its table.
    private static string TableOf(string sql, bool isOfIndex)
    {
        var names = MariaDbNames.In(sql);
        return names.ElementAtOrDefault(isOfIndex ? 1 : 0) ?? OwnTables;
    }
}
