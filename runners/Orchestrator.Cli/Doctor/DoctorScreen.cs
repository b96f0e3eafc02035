using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Runner.Doctor;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Doctor;

/// <summary>What is odd, a block for each, and what was done about it.</summary>
internal static class DoctorScreen
{
    public static IEnumerable<Line> Lines(Call call, Diagnosis found, IReadOnlyList<DoctorCure> done)
    {
        var isDry = done.Count > 0 && done.All(one => one is { Result: null, Left: "" });
        foreach (var one in done)
        {
            yield return Done(one);
        }

        if (done.Count > 0)
        {
            yield return "";
        }

        foreach (var finding in found.Findings)
        {
            foreach (var line in Block(call, finding))
            {
                yield return line;
            }

            yield return "";
        }

        var more = found.Findings.Any(one => one.Cure is not null) && (done.Count == 0 || isDry);
        yield return Sum(found).Add(
            more ? $"; {NextCommands.Line(call, "doctor --fix")} does what helps without destroying anything" : "");
    }

    public static object Document(Call call, Diagnosis found, IReadOnlyList<DoctorCure> done)
    {
        var outside = new OutsideText(call.Host.Secrets);
        return new
        {
            schema_version = Json.SchemaVersion,
            is_well = found.Findings.All(one => one.Severity == FindingSeverity.Note),
            errors = Count(found, FindingSeverity.Error),
            warnings = Count(found, FindingSeverity.Warning),
            notes = Count(found, FindingSeverity.Note),
            findings = found.Findings.Select(one => Document(call, one, outside)),
            fixes = done.Select(one => new
            {
                code = one.Finding.Code,
                finding = outside.Line(one.Finding.What),
                is_done = one.Result?.IsDone ?? false,
                text = outside.Line(one.Result?.Text ?? one.Left),
            }),
        };
    }

    private static object Document(Call call, Finding one, OutsideText outside) => new
    {
        code = one.Code,
        severity = Word(one.Severity),
        what = outside.Line(one.What),
        where = outside.Line(one.Where),
        why = outside.Line(one.Why),
        next = outside.Line(Next(call, one)),
        is_fixable = one.Cure is not null,
        destroys = one.Cure is { Destroys.Length: > 0 } cure ? outside.Line(cure.Destroys) : null,
    };

    private static IEnumerable<Line> Block(Call call, Finding one)
    {
        yield return new Line(Word(one.Severity), InkOf(one.Severity)).Add($" {one.Code}: {one.What}");
        yield return $"  where  {one.Where}";
        yield return $"  why    {NextCommands.InText(call, one.Why)}";
        yield return $"  next   {Next(call, one)}";
    }

    private static Line Done(DoctorCure one) => one switch
    {
        { Result: { IsDone: true } done } => new Line("fixed", Ink.Good).Add($"     {one.Finding.Code}: {done.Text}"),
        { Result: { } failed } => new Line("not fixed", Ink.Bad).Add($" {one.Finding.Code}: {failed.Text}"),
        { Left.Length: > 0 } => new Line("left", Ink.Warn).Add($"      {one.Finding.Code}: {one.Left}"),
        _ => new Line("would", Ink.Plain).Add($"     {one.Finding.Code}: see to this: {one.Finding.What}"),
    };

    private static Line Sum(Diagnosis found)
    {
        var looked = $"looked at the ledger, {Words.Count(found.Targets.Count, "database")} and the folders of runs";
        return found.Findings.Count == 0
            ? new Line("nothing is odd", Ink.Good).Add($"; {looked}")
            : new Line(string.Join(", ", Enum.GetValues<FindingSeverity>()
                .Select(each => (Word: Word(each), Count: Count(found, each))).Where(each => each.Count > 0)
                .Select(each => Words.Count(each.Count, each.Word))), InkOf(found.Findings[0].Severity))
                .Add($"; {looked}");
    }

    private static int Count(Diagnosis found, FindingSeverity severity) =>
        found.Findings.Count(one => one.Severity == severity);

    private static string Next(Call call, Finding one) => NextCommands.Line(call, one.Verb);

    private static string Word(FindingSeverity severity) => severity.ToString().ToLowerInvariant();

    private static Ink InkOf(FindingSeverity severity) => severity switch
    {
        FindingSeverity.Error => Ink.Bad,
        FindingSeverity.Warning => Ink.Warn,
        _ => Ink.Dim,
    };
}
