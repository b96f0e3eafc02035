using Orchestrator.Core;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>What follows from a ladder for the metadata. Pure.</summary>
public static class LadderRecommendation
{
    private const double Margin = 0.05;

    /// <summary>Of a connection.</summary>
    public static Recommendation Of(string connection, LadderResult ladder)
    {
        List<string> yaml = [];
        List<string> why = [];
        if (ladder.Rungs.Any(rung => rung.HasOneWriter))
        {
            why.Add("no maxConcurrency, as a file has one writer at a time whatever it says, and packages read and "
                + "check their rows while they wait for their turn");
        }
        else if (ladder is { BulkWriters: > 1, Noise: > 0 } && Best(ladder) is var best && best.RowsPerSecond
            <= Bulk(ladder, null)?.RowsPerSecond * (1 + ladder.Noise))
        {
            why.Add("no maxConcurrency, as no difference was found: 1 load at a time brings "
                + $"{Words.Rate(Bulk(ladder, null)!.RowsPerSecond)} and {best.Rung.Writers} "
                + $"{Words.Rate(best.RowsPerSecond)}, and measures of one step differ by {ladder.Noise:0 %}");
        }
        else if (ladder.BulkWriters is { } writers)
        {
            yaml.AddRange(["connections:", $"  - connection: {Quoted(connection)}", $"    maxConcurrency: {writers}"]);
            why.Add(WhyWriters(ladder, writers));
        }

        if (Load(ladder, why) is { } load)
        {
            yaml.AddRange(["settings:", "  load:", .. load.Select(line => $"    {line}")]);
        }

        return new Recommendation(yaml, why);
    }

    private static string WhyWriters(LadderResult ladder, int writers)
    {
        var best = Best(ladder);
        var knee = InBulk(ladder).First(rung => rung.Rung.Writers == writers);
        return $"maxConcurrency: {writers}, as {Words.Count(writers, "load")} at a time "
            + $"{(writers == 1 ? "brings" : "bring")} {Words.Rate(knee.RowsPerSecond)}"
            + (knee == best ? ", and more of them no more" : $", and the best, {best.Rung.Writers} at a time, "
                + $"{Words.Rate(best.RowsPerSecond)}")
            + "; packages that compute more than they load want more";
    }

    private static IReadOnlyList<string>? Load(LadderResult ladder, List<string> why)
    {
        var rows = ladder.Rungs.Where(rung => rung.Rung.Kind == RungKind.Rows).MaxBy(rung => rung.RowsPerSecond);
        var parted = Bulk(ladder, InsertLadder.CommitRows);
        var whole = Bulk(ladder, null);
        if (rows is null || whole is null || parted is null)
        {
            return null;
        }

        var (ofParted, ofWhole) = (ladder.SpeedsOf(parted.Rung).Speed, ladder.SpeedsOf(whole.Rung).Speed);
        var isChance = ofParted > ofWhole * (1 + Margin) && ofParted <= ofWhole * (1 + ladder.Noise);
        var bulk = ofParted > ofWhole * (1 + Math.Max(Margin, ladder.Noise)) ? parted : whole;
        var ofBulk = Math.Max(ofWhole, bulk == parted ? ofParted : 0);
        if (ladder.Noise > 0
            && Math.Abs(ofBulk - rows.RowsPerSecond) <= Math.Min(ofBulk, rows.RowsPerSecond) * ladder.Noise)
        {
            why.Add("nothing for fastLoad, as no difference was found: row by row brings "
                + $"{Words.Rate(rows.RowsPerSecond)} and the bulk path {Words.Rate(ofBulk)}, and measures of one step "
                + $"differ by {ladder.Noise:0 %}");
            return null;
        }

        if (ofBulk <= rows.RowsPerSecond)
        {
            why.Add($"fastLoad: false, as row by row is faster here: {Words.Rate(rows.RowsPerSecond)} against "
                + Words.Rate(ofBulk));
            return ["fastLoad: false"];
        }

        why.Add($"fastLoad: true, as the bulk path brings {Words.Rate(ofBulk)}, and row by row at best "
            + Words.Rate(rows.RowsPerSecond));
        why.Add(bulk == whole
            ? "commitRows: all, as " + (isChance
                ? $"no difference was found, and measures of one step differ by {ladder.Noise:0 %}: "
                : "commits in between bring nothing: ")
                + $"{Words.Rate(ofWhole)} with one, {Words.Rate(ofParted)} with one each "
                + $"{Words.Number(InsertLadder.CommitRows)} rows; and "
                + "readers keep the old rows until the new ones are all there"
            : $"commitRows: {InsertLadder.CommitRows}, as that brings {Words.Rate(ofParted)} against "
                + $"{Words.Rate(ofWhole)} with one commit; readers then see a load half done");
        return ["fastLoad: true", $"commitRows: {(bulk == whole ? "all" : $"{InsertLadder.CommitRows}")}"];
    }

    private static RungMeasure Best(LadderResult ladder) => InBulk(ladder).MaxBy(rung => rung.RowsPerSecond)!;

    private static IEnumerable<RungMeasure> InBulk(LadderResult ladder) =>
        ladder.Rungs.Where(rung => rung.Rung is { Kind: RungKind.Bulk, CommitRows: null });

    private static RungMeasure? Bulk(LadderResult ladder, long? commitRows) => ladder.Rungs.FirstOrDefault(rung =>
        rung.Rung is { Kind: RungKind.Bulk, Writers: 1 } && rung.Rung.CommitRows == commitRows && rung.Rows > 0);

    /// <summary>A name as YAML takes every text.</summary>
    internal static string Quoted(string name) =>
        name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_') && name.Any(char.IsAsciiLetter)
            ? name : $"'{name.Replace("'", "''", StringComparison.Ordinal)}'";
}
