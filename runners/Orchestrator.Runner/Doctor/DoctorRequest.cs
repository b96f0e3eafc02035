using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Doctor;

/// <summary>What is to be looked at, and with what.</summary>
public sealed record DoctorRequest
{
    /// <summary>The solution; where it has mistakes, its connections alone.</summary>
    public required Solution Solution { get; init; }

    /// <summary>The first mistake of the metadata; empty = there is none, and objects are known.</summary>
    public string Mistake { get; init; } = "";

    /// <summary>The ledger, which need not be there.</summary>
    public required LedgerLocation Ledger { get; init; }

    /// <summary>Why nobody knows where the ledger is; null = it is known.</summary>
    public LedgerException? LedgerFault { get; init; }

    /// <summary>Resolves what connections name.</summary>
    public required PlaceholderResolver Placeholders { get; init; }

    /// <summary>What nobody may see.</summary>
    public required Secrets Secrets { get; init; }

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>How a verb of this command is typed, for what is written into artifacts.</summary>
    public Func<string, string> Command { get; init; } = verb => $"orchestrator {verb}";

    /// <summary>How long all databases together may take to answer, and the ledger to be looked through.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Free bytes on the disk of a folder.</summary>
    public Func<string, long> FreeBytes { get; init; } = folder => new DriveInfo(folder).AvailableFreeSpace;

    /// <summary>Stops it.</summary>
    public CancellationToken Cancellation { get; init; }
}
