using System.Text.RegularExpressions;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Reading;

/// <summary>
/// Parts scripts into batches as SQLCMD does: at GO, with `:setvar`, `$(Name)` and `:r FILE`. Nothing is run, and other
/// commands of SQLCMD are passed over.
/// </summary>
/// <param name="values">Values of variables, by name; `:setvar` adds to them.</param>
/// <param name="read">Full paths of the files that were read; what was read is read again only where it is included.
/// </param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed partial class BatchReader(
    Dictionary<string, string> values, HashSet<string> read, SqlProblems problems)
{
    private const int IncludesMax = 30;

    // What is included again may have other values there; files that include others twice would have no end.
    private const int IncludedMax = 10_000;
    private const string Outside = "it does not stand below the folder that is imported";

    private readonly List<(string Text, SqlLine Line)> _open = [];
    private readonly NestLimit _limit = new();
    private readonly Stack<string> _within = new();
    private SqlScan _scan = new();
    private bool _isRefused;
    private int _included;

    /// <summary>The batches of a file and of those that it includes.</summary>
    public IEnumerable<SqlBatch> Batches(SqlFile file)
    {
        (_scan, _isRefused) = (new SqlScan(), false);
        _open.Clear();
        _limit.Reset();
        foreach (var batch in Within(file))
        {
            yield return batch;
        }

        if (Ended() is { } last)
        {
            yield return last;
        }
    }

    private IEnumerable<SqlBatch> Within(SqlFile file, bool isIncluded = false)
    {
        if ((!read.Add(file.Path) && !isIncluded)
            || file.Lines(problems) is not { } lines || IsOfOtherDialect(file, lines))
        {
            yield break;
        }

        _within.Push(file.Path);
        foreach (var (i, raw) in lines.Index())
        {
            var at = new Origin(file.Shown, i + 1, 1);
            if (_scan.IsInCode && Command().Match(raw) is { Success: true } command)
            {
                foreach (var batch in Followed(file, at, command))
                {
                    yield return batch;
                }

                continue;
            }

            var isCode = _scan.IsInCode;
            var code = _scan.Code(raw);
            if (isCode && Go().IsMatch(code.Trim()))
            {
                if (Ended() is { } batch)
                {
                    yield return batch;
                }

                continue;
            }

            Take(raw, code, at);
        }

        _within.Pop();
    }

    // Before anything of it is read: what stands above the first sign is guessed at as well.
    private bool IsOfOtherDialect(SqlFile file, string[] lines)
    {
        var scan = new SqlScan();
        foreach (var (i, raw) in lines.Index())
        {
            if ((scan.IsInCode && Command().IsMatch(raw)) || OtherDialect.Of(raw, scan.Code(raw)) is not { } sign)
            {
                continue;
            }

            problems.Error(SqlCodes.OtherDialect, new Origin(file.Shown, i + 1, sign.Column),
                $"it is no script of T-SQL: {sign.What}", "import the database itself: `import database CONN`");
            return true;
        }

        return false;
    }

    private void Take(string raw, string code, Origin at)
    {
        var over = _limit.Over(code);
        if ((over > 0 || _scan.Deepest > NestLimit.CommentsMax) && !_isRefused)
        {
            _isRefused = true;
            problems.Error(SqlCodes.TooMuch, at with { Column = Math.Max(1, over) },
                $"it stands too deep in others: {NestLimit.BracketsMax} brackets, {NestLimit.SignsMax} signs, "
                + $"{NestLimit.CommentsMax} comments and {NestLimit.BlocksMax} blocks of a batch are read",
                "write a GO between the statements");
        }

        var text = Variable().Replace(raw, match => values.GetValueOrDefault(match.Groups[1].Value, match.Value));
        if (Variable().Matches(code).FirstOrDefault(match => !values.ContainsKey(match.Groups[1].Value)) is { } unset)
        {
            _isRefused = true;
            problems.Error(SqlCodes.NoValue, at with { Column = unset.Index + 1 },
                $"the variable '{unset.Groups[1].Value}' has no value",
                $"write `:setvar {unset.Groups[1].Value} …` above it, or import the project that declares it");
        }

        _open.Add((text, new SqlLine(at.File, at.Line)));
    }

    /// <summary>The batch that ends here; null where it holds nothing, or was refused.</summary>
    private SqlBatch? Ended()
    {
        var batch = _isRefused || _open.All(line => string.IsNullOrWhiteSpace(line.Text)) ? null
            : new SqlBatch(string.Join('\n', _open.Select(line => line.Text)), [.. _open.Select(line => line.Line)]);
        _open.Clear();
        _limit.Reset();
        _scan.Reset();
        _isRefused = false;
        return batch;
    }

    private IEnumerable<SqlBatch> Followed(SqlFile file, Origin at, Match command)
    {
        var (word, rest) = (command.Groups[1].Value.ToLowerInvariant(), command.Groups[2].Value.Trim());
        if (word == "setvar" && Setting().Match(rest) is { Success: true } setting)
        {
            values[setting.Groups[1].Value] = Unquoted(setting.Groups[2].Value);
        }

        return word == "r" ? Included(file, at, rest) : [];
    }

    private IEnumerable<SqlBatch> Included(SqlFile file, Origin at, string rest)
    {
        var written = Variable().Replace(
            Unquoted(rest), match => values.GetValueOrDefault(match.Groups[1].Value, match.Value));
        var path = PathOf(file, written);
        var why = path is null ? Outside
            : !File.Exists(path) ? "there is no such file"
            : !RealPath.IsBelow(path, file.Root) ? Outside
            : _within.Contains(path) ? "it includes itself"
            : _within.Count >= IncludesMax ? $"over {IncludesMax} files stand within one another"
            : _included++ >= IncludedMax ? $"over {IncludedMax} files are included"
            : null;
        if (why is null)
        {
            return Within(file with { Path = path! }, isIncluded: true);
        }

        problems.Error(SqlCodes.Included, at, $":r {written}: {why}",
            "import a folder that holds both files, or remove the line");
        return [];
    }

    // As a script of Windows writes it; nothing outside of the folder that somebody named is opened.
    private static string? PathOf(SqlFile file, string written)
    {
        var path = Path.GetFullPath(
            written.Replace('\\', Path.DirectorySeparatorChar), Path.GetDirectoryName(file.Path)!);
        return path.StartsWith(file.Root + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? path : null;
    }

    private static string Unquoted(string text) =>
        text is ['"', .. var inner, '"'] ? inner.Replace("\"\"", "\"", StringComparison.Ordinal) : text;

    /// <summary>Files that a script includes, as far as they can be told without reading it through.</summary>
    public static IEnumerable<string> IncludedBy(SqlFile file, SqlProblems problems) =>
        (file.Lines(problems) ?? []).Select(line => Command().Match(line))
            .Where(match => match.Success && match.Groups[1].Value is "r" or "R")
            .Select(match => PathOf(file, Unquoted(match.Groups[2].Value.Trim()))).OfType<string>();

    [GeneratedRegex(@"^\s*(?:!!|:(r|setvar|connect|on|out|error|list|listvar|perftrace|help|exit|quit|reset|ed|xml"
        + @"|serverlist)\b)(.*)$", RegexOptions.IgnoreCase)]
    private static partial Regex Command();

    [GeneratedRegex(@"^([A-Za-z_][\w-]*)\s+(""(?:[^""]|"""")*""|\S+)")]
    private static partial Regex Setting();

    [GeneratedRegex(@"^GO(\s+[0-9]+)?\s*;?$", RegexOptions.IgnoreCase)]
    private static partial Regex Go();

    [GeneratedRegex(@"\$\(([A-Za-z_][\w-]*)\)")]
    private static partial Regex Variable();
}
