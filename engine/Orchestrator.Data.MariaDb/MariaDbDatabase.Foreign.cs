namespace Orchestrator.Data.MariaDb;

/// <content>Statements and procedures that other people wrote.</content>
internal sealed partial class MariaDbDatabase
{
    // The client keeps to itself what the server says of a prepared statement; of no row none is read.
    public IReadOnlyList<DescribedColumn>? Describe(
        string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        using var described = MariaDbReader.Open(this, MariaDbDialect.NoRowOf(sql), values);
        return [.. described.Columns.Select(column => new DescribedColumn(column.Name, column.Type))];
    }

    public long RunStatement(
        ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values)
    {
        RefuseToHide(statement.Text);
        return Foreign(() => Watched(statement.Text, statement.Line, () =>
        {
            using var command = MariaDbCommands.Make(Connection, statement.Text, values);
            using var reader = command.ExecuteReader();
            reader.Drain();
            return Math.Max(0, reader.RecordsAffected);
        }));
    }

    public Answer AskStatement(
        ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values)
    {
        RefuseToHide(statement.Text);
        return Foreign(() => MariaDbAnswers.Ask(this, statement, values));
    }

    public CallResult Call(ProcedureCall call) => Foreign(() => MariaDbProcedures.Call(this, call));

    // All that the session writes to a name goes into its temporary table of that name, and is gone with it.
    private void RefuseToHide(string sql)
    {
        if (Use.IsTarget && MariaDbTemporaryTable.In(sql) is { } made && made.IsIn(Connection.Database)
            && (made.IsNamedAsOwn || Number(MariaDbScripts.Read("hides_table"), ("name", made.Name)) > 0))
        {
            throw new MariaDbServerException(
                DatabaseFaultClass.Config,
                $"the temporary table '{made.Name}' would hide the table of that name, and take the rows that are "
                + "written to it",
                "Give the temporary table a name that no table has, and none of the engine's own.");
        }
    }

    /// <summary>
    /// Does something of other people's, which may change the session that the load goes on with: SET stands in hooks,
    /// in procedures and in triggers.
    /// </summary>
    private T Foreign<T>(Func<T> work)
    {
        _mayLackRules = Use.IsTarget;
        try
        {
            return Heard(work);
        }
        finally
        {
            if (_mayLackRules && InTransaction && _takenBack is null)
            {
                RestoreRules();
            }
        }
    }

    private void RestoreRules()
    {
        try
        {
            Raw(MariaDbSession.Rules);
            _mayLackRules = false;
        }
        catch (Exception fault) when (MariaDbErrors.IsOfSession(fault))
        {
            // What ails the session, the next statement is told; and no transaction begins without the rules.
        }
    }
}
