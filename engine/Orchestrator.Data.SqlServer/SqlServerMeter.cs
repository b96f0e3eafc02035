using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.SqlServer;

/// <summary>Tells the meter of an attempt what one of its sessions has committed and waited for.</summary>
/// <remarks>
/// The server counts the waits of each session (`sys.dm_exec_session_wait_stats`), from the moment in which it is
/// opened or its pool resets it. No session of the driver is pooled, so what it is told at its end is its own and all
/// of it: nothing has to be subtracted. The vendor's page lets every session see its own waits up to 2019, and names
/// a right from 2022 on. Log bytes are left out: the server tells them of a transaction that is open only
/// (`sys.dm_tran_database_transactions`), which would be one question more before each commit.
/// </remarks>
internal sealed class SqlServerMeter(SqlServerDatabase database, DatabaseUse use)
{
    private const int PatienceSeconds = 2;

    private int _session;

    /// <summary>The moment, for <see cref="CommitWithRow"/>.</summary>
    public long Now => use.Time.GetTimestamp();

    /// <summary>A session begins; the one before it was lost, if it had not ended.</summary>
    public void Begin()
    {
        if (_session > 0)
        {
            Lose("a session was lost");
            use.Meter?.Closed(_session);
        }

        _session = database.Connection.ServerProcessId;
        use.Meter?.Opened(_session);
    }

    public void Commit(SqlTransaction transaction)
    {
        var began = Now;
        transaction.Commit();
        use.Meter?.Commit(use.Time.GetElapsedTime(began));
    }

    /// <summary>A row was written and committed by one statement that began then.</summary>
    public void CommitWithRow(long began) =>
        use.Meter?.CommitWithRows(1, use.Time.GetElapsedTime(began), isProbe: false);

    /// <summary>The session is about to end. One that was stopped or lost is not asked any more.</summary>
    public void End()
    {
        if (_session == 0 || use.Meter is not { } meter)
        {
            return;
        }

        if (database.Work.IsStopped || database.Connection.State != ConnectionState.Open)
        {
            Lose("a session was stopped or lost");
        }
        else
        {
            Tell(meter);
        }

        meter.Closed(_session);
        _session = 0;
    }

    private void Tell(AttemptMeter meter)
    {
        try
        {
            meter.Counted(Waits());
        }
        catch (SqlException fault) when (SqlServerVisibility.IsRefused(fault))
        {
            Lose(WhatItNeeds());
        }
        catch (SqlException fault) when (SqlServerVisibility.IsMissing(fault))
        {
            Lose("the server does not have it");
        }
        catch (Exception fault) when (fault is SqlException or InvalidOperationException or IOException)
        {
            Lose("a session could not be asked");
        }
    }

    private void Lose(string why) => use.Meter?.CountLost($"waits: not available: {why}");

    // A script may have left a ROWCOUNT: the settings are said again before, as before any statement of the driver.
    private List<ServerWait> Waits() => database.Run(SqlServerScripts.Read("session_waits"), 1, [], static command =>
    {
        command.CommandTimeout = PatienceSeconds;
        using var reader = command.ExecuteReader();
        return SqlServerWaits.Read(reader);
    });

    private string WhatItNeeds()
    {
        try
        {
            return $"needs {SqlServerVisibility.Of(database.Connection, PatienceSeconds).Needed}";
        }
        catch (Exception fault) when (fault is SqlException or InvalidOperationException or IOException)
        {
            return "the server refuses it";
        }
    }
}
