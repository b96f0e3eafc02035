using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Resolving;

/// <summary>What a name in an expression is.</summary>
internal enum NamedValueOrigin { Variable, PackageParameter, ProjectParameter, System }

/// <summary>What a name in an expression stands for.</summary>
internal sealed record NamedValue
{
    /// <summary>With its space: `User::Day`, `$Project::Server`.</summary>
    public required string FullName { get; init; }

    public required NamedValueOrigin Origin { get; init; }

    public SsisValueType Type { get; init; }

    /// <summary>The value that it has when the package begins: of a file of values before that of design time;
    /// <see cref="Secret.Marker"/> where it is sensitive; null where it has none, or an expression gives it.</summary>
    public string? Value { get; init; }

    /// <summary>What evaluates it; null where nothing does.</summary>
    public string? Expression { get; init; }

    /// <summary>Whether it is the same for the whole run.</summary>
    public bool IsConstant { get; init; }

    public bool IsSensitive { get; init; }

    /// <summary>The container that declares it; empty of what is no variable.</summary>
    public string Container { get; init; } = "";
}
