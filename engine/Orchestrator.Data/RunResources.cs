using System.Collections.Concurrent;
using System.Security.Cryptography;

namespace Orchestrator.Data;

/// <summary>
/// What the packages of one run share, such as writer turns per database file and the bound on row batches in flight.
/// </summary>
public sealed class RunResources
{
    /// <summary>Default bound on the bytes of all row batches of a run: 24 MB.</summary>
    public const long DefaultBytesMax = 24L << 20;

    private readonly ConcurrentDictionary<string, bool> _told = [];

    /// <summary>Bound on the bytes of all row batches.</summary>
    public MemoryBudget Memory { get; init; } = new(DefaultBytesMax);

    /// <summary>
    /// Key of the hashes that stand for sensitive values: new for each run, so that equal values can be recognised
    /// within a run and guessed in none.
    /// </summary>
    public ReadOnlyMemory<byte> HashKey { get; } = RandomNumberGenerator.GetBytes(32);

    /// <summary>Who may write which database file.</summary>
    public WriterTurns WriterTurns { get; } = new();

    /// <summary>What the databases keep of text.</summary>
    public KnownTexts Texts { get; } = new();

    /// <summary>Whether no package has said this before: what many would find is told once.</summary>
    public bool IsNew(string note) => _told.TryAdd(note, true);
}
