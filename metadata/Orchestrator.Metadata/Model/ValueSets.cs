using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What the value of a variable is taken from.</summary>
public enum ValueOrigin
{
    /// <summary>A column of the one row of the result; of a class or program what it gives by that name.</summary>
    Column,

    /// <summary>An output of the procedure.</summary>
    Output,

    /// <summary>The return code of the procedure, or the code with which a program ended.</summary>
    ReturnCode,

    /// <summary>How many rows were changed.</summary>
    Changed,

    /// <summary>All rows of the result.</summary>
    Rows,

    /// <summary>What an expression comes to.</summary>
    Reckoned,
}

/// <summary>What it means for whoever sets values that the result has no row.</summary>
public enum NoRow { Fail, Null }

/// <summary>The variables that an object sets each time that it succeeds.</summary>
public sealed record ValueSets
{
    /// <summary>The word for <see cref="ValueOrigin.ReturnCode"/>.</summary>
    public const string ReturnCode = "returnCode";

    /// <summary>Kind process: the word for all that the program writes to its standard output.</summary>
    public const string Stdout = "stdout";

    /// <summary>The word for <see cref="ValueOrigin.Changed"/>.</summary>
    public const string Changed = "changed";

    /// <summary>The word for <see cref="ValueOrigin.Rows"/>.</summary>
    public const string Rows = "rows";

    /// <summary>What stands before the name of an output.</summary>
    public const char Output = '@';

    /// <summary>One for each variable, in written order.</summary>
    public IReadOnlyList<ValueSet> Each { get; init; } = [];

    /// <summary>What it means that the result has no row.</summary>
    public NoRow OnNone { get; init; }

    /// <summary>Where they stand.</summary>
    public Origin At { get; init; }

    /// <summary>Whether a result is read for them.</summary>
    public bool ReadsRows => Each.Any(one => one.Kind is ValueOrigin.Column or ValueOrigin.Rows);
}

/// <summary>A variable that an object sets.</summary>
/// <param name="Variable">Its name.</param>
/// <param name="Type">What its values are.</param>
/// <param name="From">Whence it is taken, as written.</param>
/// <param name="At">Where that was written.</param>
public sealed record ValueSet(string Variable, RunValueType Type, string From, Origin At)
{
    /// <summary>Kind value: the expression that is written; null = something is given back.</summary>
    public Expression? Reckoned { get; init; }

    public ValueOrigin Kind => From switch
    {
        _ when Reckoned is not null => ValueOrigin.Reckoned,
        ValueSets.ReturnCode => ValueOrigin.ReturnCode,
        ValueSets.Changed => ValueOrigin.Changed,
        ValueSets.Rows => ValueOrigin.Rows,
        [ValueSets.Output, ..] => ValueOrigin.Output,
        _ => ValueOrigin.Column,
    };

    /// <summary>The name of the column or output.</summary>
    public string Name => Kind == ValueOrigin.Output ? From[1..] : From;
}
