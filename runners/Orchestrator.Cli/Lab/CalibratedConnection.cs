using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Data;
using Orchestrator.Lab.Calibrate;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Lab;

/// <summary>The connection that a calibration may use.</summary>
internal static class CalibratedConnection
{
    /// <summary>The one that the call names.</summary>
    /// <exception cref="UsageException">There is none of that name, or the call names none.</exception>
    public static Connection Of(Call call, Solution solution)
    {
        var names = solution.Connections.Where(one => one.Reloadable).Select(one => one.Name).ToArray();
        var name = call.Text(CalibrateVerb.Connection).Value ?? throw new UsageException(
            "which connection? Name it with --connection", names.Length == 0
                ? "none is reloadable yet: write 'reloadable: true' where all that it holds can be loaded again"
                : $"reloadable: {string.Join(", ", names)}");
        return solution.Connections.FirstOrDefault(one => one.Name == name) ?? throw new UsageException(
            $"there is no connection '{name}'", NearName.Hint(name, solution.Connections.Select(one => one.Name)));
    }

    /// <summary>Its database, after all that keeps others from trying something there.</summary>
    /// <exception cref="UsageException">Nobody may, or it leads to several.</exception>
    public static DatabaseAddress Database(
        Call call, Solution solution, Connection connection, ConnectionAccess access)
    {
        Refuse(connection, HasLedger(call, solution, connection, access));
        return access.Databases(connection) is [var address] ? address : throw new UsageException(
            $"the connection '{connection.Name}' leads to several files",
            "name one of them by a connection of its own");
    }

    /// <exception cref="UsageException">It is not to be tried on.</exception>
    public static void Refuse(Connection connection, bool hasLedger)
    {
        if (CalibrationRefusal.Of(connection, hasLedger) is { } refusal)
        {
            throw new UsageException($"'{connection.Name}' is not calibrated: {refusal.Why}", refusal.Hint);
        }
    }

    /// <summary>Whether the ledger is in its database, whatever the connection to it is called.</summary>
    public static bool HasLedger(Call call, Solution solution, Connection connection, ConnectionAccess access)
    {
        if (connection.IsFolder)
        {
            return false;
        }

        var name = call.LedgerName ?? solution.Ledger;
        if (solution.Connections.FirstOrDefault(one => one.Name == name) is { } ledger)
        {
            return ledger == connection || access.PlaceOf(ledger) == access.PlaceOf(connection);
        }

        var file = CallLedger.Location(call).File;
        return file.Length > 0 && access.PlaceOf(connection).Place.Database == Path.GetFullPath(file);
    }
}
