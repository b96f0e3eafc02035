using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>A variable or parameter of a package, as who stands below its declaration sees it.</summary>
/// <param name="Space">`User`, `$Package`, `$Project` or `System`.</param>
/// <param name="Name">Its name there.</param>
/// <param name="Type">Its type.</param>
internal sealed record ImportedValue(string Space, string Name, SsisValueType Type)
{
    /// <summary>What it has at design time; null = nothing.</summary>
    public string? Value { get; init; }

    /// <summary>What evaluates it; null = nothing.</summary>
    public string? Expression { get; init; }

    /// <summary>Whether it is the same for the whole run.</summary>
    public bool IsConstant { get; init; }

    /// <summary>Whether somebody outside gives it: a parameter, a configuration.</summary>
    public bool IsGiven { get; init; }

    /// <summary>Whether its value must not be known.</summary>
    public bool IsSecret { get; init; }

    /// <summary>The paths of all that set it.</summary>
    public IReadOnlyList<string> Writers { get; init; } = [];

    /// <summary>The paths of all that name it.</summary>
    public IReadOnlyList<string> Readers { get; init; } = [];

    /// <summary>What it becomes; null = it has no equal, as all of `System`.</summary>
    public VariableDraft? Draft { get; init; }

    /// <summary>The variable of the system that it is here, as a parameter is what its caller gives; null = it is its
    /// own.</summary>
    public ImportedValue? As { get; init; }

    public string FullName => $"{Space}::{Name}";

    /// <summary>What expressions take it for; null = they cannot name it.</summary>
    public SsisSymbol? Symbol => ImportedTypes.Of(Type, Fixed) is { } type
        ? SsisSymbol.Variable(Name, type, Space) : null;

    private string? Fixed => IsConstant && !IsGiven && Expression is null ? Value : null;
}
