using System.Buffers;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A program and its arguments, which no shell ever sees.</summary>
/// <param name="Items">The program, then each argument, with the values of its variables.</param>
/// <param name="Written">The same as written.</param>
public sealed record Command(IReadOnlyList<string> Items, IReadOnlyList<string> Written)
{
    private static readonly SearchValues<char> ReadAnew = SearchValues.Create("\"%!&|<>^()\r\n");

    /// <summary>The program: a name on the PATH, or a path.</summary>
    public string Program => Items[0];

    /// <summary>
    /// Why a value that only the run knows is no argument of a program, behind "it"; null = it is one. Windows has a
    /// file of commands run by its shell, which reads the arguments anew.
    /// </summary>
    public static string? ArgumentRefusal(string program, string value) =>
        IsOfShell(program) && value.AsSpan().ContainsAny(ReadAnew)
            ? "holds one of \" % ! & | < > ^ ( ) or a line break, which the shell that runs such a file would read"
            : null;

    private static bool IsOfShell(string program) => program.EndsWith(".cmd", StringComparison.OrdinalIgnoreCase)
        || program.EndsWith(".bat", StringComparison.OrdinalIgnoreCase);
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

    /// <summary>The codes with which it has succeeded; empty = 0 alone.</summary>
    public IReadOnlyList<int> SuccessCodes { get; init; } = [];

    /// <summary>Whether it has succeeded with whatever code it ends.</summary>
    public bool TakesAnyCode { get; init; }

    /// <summary>Whether it has succeeded that ended with a code.</summary>
    public bool Succeeds(int code) =>
        TakesAnyCode || (SuccessCodes.Count == 0 ? code == 0 : SuccessCodes.Contains(code));
}

/// <summary>A variable of the environment of a program.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Text">Its value, with the values of its variables.</param>
/// <param name="Written">The same as written.</param>
public sealed record ProcessVariable(string Name, string Text, string Written);
