using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A program and its arguments, which no shell ever sees.</summary>
/// <param name="Items">The program, then each argument, with the values of its variables.</param>
/// <param name="Written">The same as written.</param>
public sealed record Command(IReadOnlyList<string> Items, IReadOnlyList<string> Written)
{
    /// <summary>The program: a name on the PATH, or a path.</summary>
    public string Program => Items[0];
}

/// <summary>What a package of kind process starts.</summary>
/// <param name="Command">The program and its arguments.</param>
/// <param name="Environment">Names of the variables that it is passed beside those that every program needs.</param>
/// <param name="Folder">Where it works, below the solution; empty = the solution itself.</param>
/// <param name="At">Where it was declared.</param>
public sealed record ProcessOptions(
    Command Command, IReadOnlyList<string> Environment, string Folder, Origin At)
{
    /// <summary>Variables that it is given with the values that are written for them.</summary>
    public IReadOnlyList<ProcessVariable> Variables { get; init; } = [];
}

/// <summary>A variable of the environment of a program.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Text">Its value, with the values of its variables.</param>
/// <param name="Written">The same as written.</param>
public sealed record ProcessVariable(string Name, string Text, string Written);
