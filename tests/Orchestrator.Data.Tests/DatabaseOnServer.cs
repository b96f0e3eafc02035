using Orchestrator.Core.Types;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.Tests;

/// <summary>A database of its own on a server of this assembly.</summary>
internal abstract class DatabaseOnServer(IPlatform platform) : IDisposable
{
    private static int _count;

    /// <summary>How a session reaches it.</summary>
    public abstract string ConnectionString { get; }

    /// <summary>Its name.</summary>
    protected string Name { get; } = $"test_{Interlocked.Increment(ref _count)}";

    public static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    public IDatabase Open(
        bool isTarget = true, ReadIsolation isolation = default, long rowBytesMax = int.MaxValue,
        string? connectionString = null, Action<string?>? heldUp = null, AttemptMeter? meter = null,
        CancellationToken cancellation = default) =>
        platform.Open(
            new DatabaseAddress
            {
                Connection = "Dwh",
                ConnectionString = connectionString ?? ConnectionString,
                Isolation = isolation,
                RowBytesMax = rowBytesMax,
            },
            new DatabaseUse
            {
                IsTarget = isTarget,
                Time = TimeProvider.System,
                HeldUp = heldUp,
                Meter = meter,
                Cancellation = cancellation,
                Application = "orchestrator 7 Stage/customer",
            });

    /// <summary>Runs a script through a plain connection.</summary>
    public abstract void Run(string sql);

    /// <summary>The first value, as the server writes it; null = NULL.</summary>
    public abstract string? Ask(string sql);

    public abstract void Dispose();
}
