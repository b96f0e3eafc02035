using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Sets;

/// <summary>The rows of an output of a component, before anything moves.</summary>
internal abstract record FlowSet
{
    /// <summary>The same object for sets that have the same rows, whatever their columns.</summary>
    public object Rows { get; init; } = new();

    /// <summary>Whether rows that cannot be read or converted are kept apart.</summary>
    public bool RedirectsErrors { get; init; }

    /// <summary>The columns of the flow, in whose order the rows come; empty = in none.</summary>
    public IReadOnlyList<ColumnOrigin> Order { get; init; } = [];

    /// <summary>Whether the rows come in an order that goes down, which nobody here can name.</summary>
    public bool Descends { get; init; }

    /// <summary>The loads that fill what it reads.</summary>
    public IReadOnlyList<string> After { get; init; } = [];
}

/// <summary>The rows of a component that is open, and that nobody can say anything of.</summary>
/// <param name="Component">The path of that component.</param>
internal sealed record UnknownSet(string Component) : FlowSet;
