using Microsoft.Data.SqlClient;
using Orchestrator.Data.Durability;

namespace Orchestrator.Data.SqlServer;

/// <summary>The setting DELAYED_DURABILITY of a database: what it is, and another one.</summary>
internal sealed class SqlServerSetting(SqlServerDatabase database, DatabaseIdentity identity, DatabaseUse use)
{
    /// <summary>The value under which all commits are delayed.</summary>
    public const string Relaxed = "FORCED";

    private const int TrySeconds = 5;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly string[] Values = ["DISABLED", "ALLOWED", Relaxed];

    // The client's time-out, a lock, another ALTER DATABASE, other users.
    private static readonly int[] InTheWay = [-2, 1222, 5061, 5070];

    /// <summary>The value now.</summary>
    /// <exception cref="SqlServerDurabilityException">The server does not show it to the user.</exception>
    public string Now() => database.Texts(SqlServerScripts.Read("durability")) is [var now] ? now
        : throw new SqlServerDurabilityException(
            $"the setting DELAYED_DURABILITY of {identity} cannot be seen", "Grant the user VIEW ANY DATABASE.",
            DatabaseFaultClass.Config);

    /// <summary>
    /// Sets it and reads it back. ALTER DATABASE knows no LOCK_TIMEOUT, and what ends others is not ours to do: so each
    /// try ends after a while, and the next comes.
    /// </summary>
    /// <exception cref="OperationCanceledException">The token fired between two tries.</exception>
    public void Change(string value, CancellationToken cancellation)
    {
        if (!Values.Contains(value))
        {
            throw new ArgumentException($"DELAYED_DURABILITY knows no '{value}'.", nameof(value));
        }

        if (database.Transaction is not null)
        {
            throw new InvalidOperationException("ALTER DATABASE stands in no transaction");
        }

        Await(() => TryChange(value), cancellation);
        if (Now() is var found && found != value)
        {
            throw new SqlServerDurabilityException(
                $"DELAYED_DURABILITY of {identity} is {found} right after it was set to {value}",
                "Somebody or something else sets it, too: find out who, and let one of the two do it.");
        }
    }

    private void Await(Func<bool> tryOnce, CancellationToken cancellation)
    {
        var isHeldUp = false;
        try
        {
            while (!tryOnce())
            {
                if (!isHeldUp)
                {
                    use.HeldUp?.Invoke($"ALTER DATABASE of {identity}, which other sessions are in the way of");
                    isHeldUp = true;
                }

                cancellation.WaitHandle.WaitOne(Pause);
                cancellation.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            if (isHeldUp)
            {
                use.HeldUp?.Invoke(null);
            }
        }
    }

    private bool TryChange(string value)
    {
        using var command = database.Command(SqlServerDialect.SetDurability(value), []);
        command.CommandTimeout = TrySeconds;
        try
        {
            database.Run(command, 1, static command => command.ExecuteNonQuery());
            return true;
        }
        catch (SqlException fault) when (!database.Work.IsStopped
            && fault.Errors.Cast<SqlError>().Any(error => InTheWay.Contains(error.Number)))
        {
            return false;
        }
    }
}
