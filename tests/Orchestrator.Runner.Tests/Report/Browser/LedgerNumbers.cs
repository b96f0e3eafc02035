namespace Orchestrator.Runner.Tests.Report.Browser;

/// <summary>What the ledger says to each section of a page, by SQL that the report does not use.</summary>
internal static class LedgerNumbers
{
    /// <summary>Packages that ran, with the times and rows of all their attempts.</summary>
    private const string Ran = """
        with ran as (
            select n.name, n.node, n.state, min(a.started_at) as began, max(a.ended_at) as ended,
                   max(a.ended_at) - min(a.started_at) as took, sum(a.queued) as queued, sum(a.waiting) as waiting,
                   sum(a.working) as working, count(*) as attempts, n.last_attempt
            from nodes n join attempts a on a.run = n.run and a.node = n.node group by n.node
        )
        """;

    /// <summary>From the package that ended last back to whose end each of them began at.</summary>
    private const string Path = $"""
        {Ran}, path(name, began, ended, took, waiting) as materialized (
            select * from (select name, began, ended, took, waiting from ran order by ended desc limit 1)
            union all
            select r.name, r.began, r.ended, r.took, r.waiting from path p join ran r
            on r.ended = (select max(o.ended) from ran o where o.ended <= p.began)
        )
        """;

    private const string Packages = $"""
        {Ran} select r.name, printf('took=%d queued=%d waiting=%d working=%d read=%d written=%d rejected=%d '
            || 'attempts=%d', took, r.queued, r.waiting, r.working, rows_read, rows_inserted + rows_updated,
            rows_rejected, attempts)
        from ran r join attempts l on l.attempt = r.last_attempt order by took desc, r.node
        """;

    public static IReadOnlyDictionary<string, string> Sections { get; } = new Dictionary<string, string>
    {
        ["header"] = """
            select '', printf('time=%s time=%s wall=%d ', moment(started_at), moment(ended_at), ended_at - started_at)
                || (select printf('packages.ok=%d packages.failed=%d packages.blocked=%d rows.read=%d '
                        || 'rows.rejected=%d', sum(n.state in ('Succeeded', 'Hardened')), sum(n.state = 'Failed'),
                        sum(n.state = 'Blocked'), sum(a.rows_read), sum(a.rows_rejected))
                    from nodes n left join attempts a on a.attempt = n.last_attempt where n.kind = 'Package')
                || (select printf(' scope.hardened=%d scope.notHardened=%d', sum(n.state = 'Hardened'),
                        sum(n.state = 'Succeeded'))
                    from nodes n join attempts a on a.attempt = n.last_attempt where a.scope is not null)
            from runs
            """,
        ["failures"] = """
            select n.name, printf('attempt=%d rows.read=%d rows.written=%d', max(a.number), l.rows_read,
                    l.rows_inserted + l.rows_updated)
                || case when count(*) > 1 then ' time=' || group_concat(moment(a.started_at), ' time=') else '' end
            from nodes n join attempts a on a.run = n.run and a.node = n.node
            join attempts l on l.attempt = n.last_attempt where n.state = 'Failed' group by n.node order by n.since
            """,
        ["path"] = $"""
            {Path} select '', printf('path.packages=%d path.took=%d path.of=%d path.waiting=%d', count(*), sum(took),
                (select ended_at - started_at from runs), sum(waiting)) from path
            union all
            select * from (select name, printf('took=%d waiting=%d time=%s', took, waiting, moment(began))
                from path order by began)
            """,
        ["time"] = """
            select '', printf('queued=%d waiting=%d working=%d', sum(queued), sum(waiting), sum(working)) from attempts
            union all
            select * from (
                select w.reason, printf('total=%d attempts=%d longest=%d', sum(duration), count(*), max(duration))
                from waits w where duration > 0 group by reason order by sum(duration) desc)
            """,
        ["databases"] = """
            select e.connection, printf('commits=%d', max(s.commits))
                || case when max(s.flushes) is null then '' else printf(' flushes=%d', max(s.flushes)) end
                || printf(' logBytes=%d looks=%d', max(s.log_bytes), e.looks)
            from run_evidence e join run_samples s on s.run = e.run and s.connection = e.connection
            group by e.connection
            union all
            select * from (
                select connection || ' ' || name, printf('waited=%d seen=%d', duration, seen) from run_waits
                order by connection, duration desc)
            """,
        ["durability"] = """
            select s.scope, printf('hardened=%d notHardened=%d time=%s', sum(n.state = 'Hardened'),
                sum(n.state = 'Succeeded'), moment(s.hardened_at))
            from scopes s join attempts a on a.scope = s.scope join nodes n on n.last_attempt = a.attempt
            group by s.scope
            """,
        ["projects"] = $"""
            {Ran}, projects as (
                select substr(n.name, 1, instr(n.name, '/') - 1) as project, n.state, r.*, a.rows_read, a.rows_rejected
                from nodes n left join ran r on r.node = n.node left join attempts a on a.attempt = n.last_attempt
                where n.kind = 'Package'
            )
            select project, printf('packages=%d ok=%d failed=%d blocked=%d span=%d queued=%d waiting=%d working=%d '
                || 'read=%d rejected=%d', count(*), sum(state in ('Succeeded', 'Hardened')), sum(state = 'Failed'),
                sum(state = 'Blocked'), max(ended) - min(began), sum(queued), sum(waiting), sum(working),
                sum(rows_read), sum(rows_rejected))
            from projects group by project order by project
            """,
        ["packages"] = $"{Packages} limit 15",
        ["packages unfolded"] = $"""
            select '', printf('ran=%d', count(distinct node)) from attempts
            union all
            select * from ({Packages})
            """,
        ["blocked"] = """
            select '', group_concat('blocked=' || many || iif(many > 8, ' blocked.names=' || (many - 8), ''), ' ')
            from (
                select count(*) as many from nodes where kind = 'Package' and state = 'Blocked'
                group by why order by count(*) desc, min(node))
            """,
        ["rejected"] = """
            select n.name, printf('rejected=%d truncated=%d closed=%d read=%d attempt=%d', rows_rejected,
                rows_truncated, rows_closed, rows_read, attempt)
            from nodes n join attempts a on a.attempt = n.last_attempt
            where rows_rejected + rows_truncated + rows_closed > 0
            order by rows_rejected desc, rows_truncated desc, n.node
            """,
    };

    private const string Slices = """
        with recursive run as (select started_at as b, (ended_at - started_at) / 120.0 as len from runs where run = 1),
        slices(i, low, high, len) as (
            select 0, b, b + len, len from run
            union all
            select i + 1, r.b + r.len * (i + 1), r.b + r.len * (i + 2), r.len from slices s join run r where i < 119
        )
        """;

    private const string Samples = """
        deltas as (
            select connection, lag(taken_at, 1, e.began_at) over each as low, taken_at as high,
                   commits - lag(commits, 1, 0) over each as commits, flushes - lag(flushes, 1, 0) over each as flushes,
                   wait_log_write - lag(wait_log_write, 1, 0) over each as log_waits,
                   coalesce(wait_lock, 0) - lag(coalesce(wait_lock, 0), 1, 0) over each as other_waits
            from run_samples s join run_evidence e using (run, connection)
            window each as (partition by connection order by taken_at)
        )
        """;

    /// <summary>For each drawing over time its 120 slices: the height of each layer, one above the other.</summary>
    public static IReadOnlyDictionary<string, string> Charts { get; } = new Dictionary<string, string>
    {
        ["At work"] = OfAttempts("started_at", "ended_at", "1.0 * a.working / (ended_at - started_at)", "1.0"),
        ["Queued"] = OfAttempts("started_at - queued", "started_at", "1.0"),
        ["Rows read"] = OfAttempts("started_at", "ended_at", "1e6 * a.rows_read / (ended_at - started_at)"),
        ["Staging: transactions"] = OfSamples("Staging", "1e6 * commits"),
        ["Staging: flushes of the log"] = OfSamples("Staging", "1e6 * flushes"),
        ["Staging: waiting for the log, above it for others"] =
            OfSamples("Staging", "1.0 * log_waits", "1.0 * (log_waits + other_waits)"),
        ["Unknown: transactions"] = OfSamples("Unknown", "1e6 * commits"),
        ["Unknown: waiting for the log, above it for others"] =
            OfSamples("Unknown", "1.0 * log_waits", "1.0 * (log_waits + other_waits)"),
    };

    private static string OfAttempts(string low, string high, params string[] layers) => $"""
        {Slices} select {string.Join(", ", layers.Select(layer =>
            $"total(max(0, min({high}, s.high) - max({low}, s.low)) * ({layer})) / s.len"))}
        from slices s left join attempts a group by i order by i
        """;

    private static string OfSamples(string connection, params string[] layers) => $"""
        {Slices}, {Samples} select {string.Join(", ", layers.Select(layer =>
            $"total(max(0, min(d.high, s.high) - max(d.low, s.low)) * ({layer}) / (d.high - d.low)) / s.len"))}
        from slices s left join deltas d on d.connection = '{connection}' group by i order by i
        """;
}
