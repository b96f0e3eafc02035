using System.Data.Common;
using System.Net.Sockets;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Runner.Evidence;

/// <summary>Asks the server that an attempt writes to who is in its way.</summary>
internal static class Blockers
{
    /// <summary>"session 4711 (psql)"; empty where nobody is, or the platform or the rights do not tell.</summary>
    /// <param name="database">What the attempt writes; null = nothing that can be asked.</param>
    /// <param name="meter">Knows the sessions of the attempt.</param>
    public static string Of(WatchedDatabase? database, AttemptMeter meter)
    {
        try
        {
            using var evidence = database?.Open();
            return string.Join(" and ", (evidence?.Blocked() ?? [])
                .Where(one => meter.Has(one.Session)).Select(one => one.By).Distinct());
        }
        catch (Exception fault) when (
            fault is DbException or InvalidOperationException or IOException or SocketException)
        {
            // The warning is worth more than who is to blame.
            return "";
        }
    }
}
