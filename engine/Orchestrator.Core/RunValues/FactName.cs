using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.RunValues;

/// <summary>
/// A fact of a night that texts and statements name: of the run `${run:number}`; of a package that has ended
/// `${rows:P.read}`, `${state:P}` and `${error:P.code}`; of the failure that a handler is there for `${error:message}`.
/// </summary>
/// <param name="Word">What stands before the colon.</param>
/// <param name="Subject">The package as written; empty = the run, or what is handled.</param>
/// <param name="Part">Which fact of it; empty where there is one.</param>
/// <param name="Type">The type of its values.</param>
public sealed record FactName(string Word, string Subject, string Part, SqlType Type)
{
    /// <summary>What all parameters begin with that the engine fills.</summary>
    private const string Reserved = "orchestrator_";

    private const string Run = "run";
    private const string Rows = "rows";
    private const string State = "state";
    private const string Error = "error";

    private static readonly SqlType Number = new(SqlTypeKind.BigInt);
    private static readonly SqlType Short = new(SqlTypeKind.NVarChar, 256);
    private static readonly SqlType Long = new(SqlTypeKind.NVarChar, 4000);

    // As far as anybody is told of a node that has ended: a success that is on disk is a success.
    private static readonly string[] Ends =
    [
        nameof(NodeState.Succeeded), nameof(NodeState.Failed), nameof(NodeState.Cancelled),
        nameof(NodeState.EndedUnexpectedly), nameof(NodeState.Abandoned), nameof(NodeState.Blocked),
        nameof(NodeState.NotNeeded), nameof(NodeState.Done), nameof(NodeState.Disabled),
        nameof(NodeState.SkippedByOperator),
    ];

    /// <summary>The facts of a run, in the order in which people are told of them.</summary>
    public static IReadOnlyList<FactName> OfRuns { get; } =
    [
        new(Run, "", "number", Number), new(Run, "", "id", Short),
        new(Run, "", "began", new SqlType(SqlTypeKind.DateTime2, Scale: 3)),
        new(Run, "", "asOf", new SqlType(SqlTypeKind.Date)), new(Run, "", "environment", Short),
        new(Run, "", "machine", Short), new(Run, "", "user", Short),
    ];

    /// <summary>What a handler knows of the failure that it is there for.</summary>
    public static IReadOnlyList<FactName> OfFailures { get; } =
    [
        new(Error, "", "message", Long), new(Error, "", "code", Short), new(Error, "", "class", Short),
        new(Error, "", "object", Short), new(Error, "", "attempt", Number),
    ];

    private static readonly FactName[] OfPackages =
    [
        new(Rows, "", "read", Number), new(Rows, "", "inserted", Number), new(Rows, "", "updated", Number),
        new(Rows, "", "rejected", Number), new(State, "", "", Short), new(Error, "", "code", Short),
        new(Error, "", "text", Long), new(Error, "", "class", Short),
    ];

    /// <summary>The parameters of SQL that stand for facts without anybody declaring them, without @.</summary>
    public static IReadOnlyDictionary<string, FactName> Parameters { get; } =
        new ReadOnlyDictionary<string, FactName>(OfRuns.Concat(OfFailures)
            .ToDictionary(fact => fact.Parameter!, StringComparer.Ordinal));

    /// <summary>The parameter of SQL that stands for it without being declared, without @; null = none does.</summary>
    public string? Parameter => Subject.Length == 0 && Part.Length > 0 ? $"{Reserved}{Word}_{Part}" : null;

    /// <summary>All that it can be; null = any value of its type.</summary>
    public IReadOnlyList<string>? Words => Word == State ? Ends : Part == "class" ? Enum.GetNames<ErrorClass>() : null;

    /// <summary>Whether it is one of the run.</summary>
    public bool IsOfRun => Word == Run;

    /// <summary>Whether it is one of the failure that a handler is there for.</summary>
    public bool IsOfFailure => Word == Error && Subject.Length == 0;

    /// <summary>The fact of that name; false = there is none.</summary>
    /// <param name="word">What stands before the colon.</param>
    /// <param name="name">What stands behind it.</param>
    /// <param name="fact">The fact.</param>
    public static bool TryParse(string word, string name, [NotNullWhen(true)] out FactName? fact)
    {
        fact = OfRuns.Concat(OfFailures).FirstOrDefault(one => one.Word == word && one.Part == name);
        if (fact is not null || name.Length == 0)
        {
            return fact is not null;
        }

        var dot = word == State ? name.Length : name.LastIndexOf('.');
        var part = dot < 0 || dot == name.Length ? "" : name[(dot + 1)..];
        fact = dot <= 0 ? null : OfPackages.FirstOrDefault(one => one.Word == word && one.Part == part);
        fact = fact is null ? null : fact with { Subject = name[..dot] };
        return fact is not null;
    }

    /// <summary>The fact, of a package of which this is known; null = there is none.</summary>
    public TypedValue? Of(AttemptFacts facts) => (Word, Part) switch
    {
        (Rows, "read") => Counted(facts.Read),
        (Rows, "inserted") => Counted(facts.Inserted),
        (Rows, "updated") => Counted(facts.Updated),
        (Rows, "rejected") => Counted(facts.Rejected),
        (State, _) => Said(facts.State?.ToString()),
        (Error, "code") => Said(facts.ErrorCode),
        (Error, "class") => Said(facts.ErrorClass?.ToString()),
        (Error, "text" or "message") => Said(facts.ErrorText),
        (Error, "object") => Said(facts.Package),
        (Error, "attempt") => Counted(facts.Attempt),
        _ => null,
    };

    /// <summary>A value of its type, cut where that is shorter; null = there is none.</summary>
    public TypedValue? Said(string? text)
    {
        // Half of a character no server takes.
        var isLonger = text is not null && Type.IsText && text.Length > Type.LengthMax;
        var fitting = isLonger ? HalfCharacter.Cut(text!, Type.LengthMax) : text;
        return fitting is not null && TypedValue.TryParse(Type, fitting, out var value, out _) ? value : null;
    }

    public override string ToString() => $"${{{Word}:{Subject}{(Subject.Length > 0 && Part.Length > 0 ? "." : "")}"
        + $"{Part}}}";

    private TypedValue? Counted(long? number) => Said(number?.ToString(CultureInfo.InvariantCulture));
}
