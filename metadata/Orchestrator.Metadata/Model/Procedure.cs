using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A call of a stored procedure or function.</summary>
public sealed record Procedure
{
    /// <summary>Its schema; null = the platform's default.</summary>
    public string? Schema { get; init; }

    public required string Name { get; init; }

    /// <summary>What it is given.</summary>
    public IReadOnlyList<ProcedureArgument> Arguments { get; init; } = [];

    /// <summary>What it gives back beside rows.</summary>
    public IReadOnlyList<ProcedureOutput> Outputs { get; init; } = [];

    /// <summary>Whether a return code other than 0 is a failure (`returnCode: fail`, the default).</summary>
    public bool FailsOnReturnCode { get; init; } = true;

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}

/// <summary>An argument of a procedure.</summary>
/// <param name="Name">Its name, without @.</param>
/// <param name="Written">Its value as written.</param>
/// <param name="Value">
/// Its value: long, bool, decimal or text, of a variable with its type; null where that has none yet.
/// </param>
public sealed record ProcedureArgument(string Name, string Written, object? Value)
{
    /// <summary>Its text as it is written, where only the run knows all of it; null = it is known.</summary>
    public string? Open { get; init; }

    /// <summary>The bound of a watermark that it is; null = it is none.</summary>
    public WatermarkBound? Bound { get; init; }
}

/// <summary>An output of a procedure.</summary>
/// <param name="Name">Its name, without @.</param>
/// <param name="DataType">Its type.</param>
public sealed record ProcedureOutput(string Name, SqlType DataType);
