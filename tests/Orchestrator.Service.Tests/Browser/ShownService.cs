using Microsoft.Data.Sqlite;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Targets;
using Orchestrator.Runner.Text;
using Orchestrator.Schedules;
using Orchestrator.Service.Scheduling;
using Orchestrator.Service.Tests.Actions;
using Orchestrator.Service.Tests.Scheduling;

namespace Orchestrator.Service.Tests.Browser;

/// <summary>
/// A service with something on each of its pages: several nights, triggers of which one has not fired, metadata with a
/// buffer in which rows wait, and rows that a package rejected.
/// </summary>
internal sealed class ShownService : IAsyncDisposable
{
    private const string Yaml = """
        formatVersion: 1
        solution: Shop
        connections:
          - {connection: In, platform: Files, folder: in}
          - {connection: Mart, platform: Sqlite, file: mart.db}
        batches:
          - {batch: Nightly, projects: [Stage1, Mart]}
        projects:
          - project: Stage1
            source: In
            target: Mart
            objects:
              - object: {{object}}
                source: {file: t.csv}
                errors: {onError: redirect}
                columns: [{column: Id, dataType: int}, {column: Name, dataType: nvarchar(40)}]
          - project: Mart
            target: Mart
            objects:
              - {object: orders, kind: absorb, columns: [{column: Id, dataType: int, key: 1},
                  {column: State, dataType: nvarchar(20)}]}
        """;

    private static readonly string Hash = new('b', 64);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("orchestrator-shown-");
    private readonly Nights _nights = Nights.Several();
    private Served _served = null!;

    private ShownService()
    {
    }

    /// <summary>Addresses of all kinds of page.</summary>
    public IReadOnlyList<string> Paths { get; private set; } = [];

    public Nights Nights => _nights;

    public static async Task<ShownService> StartAsync()
    {
        var shown = new ShownService();
        var rejecting = shown._nights.Rows("""
            select n.name || ' ' || a.attempt || ' ' || a.rows_rejected from nodes n
            join attempts a on a.attempt = n.last_attempt where n.run = 4 and a.rows_rejected > 0 limit 1
            """).Single().Split(' ');
        var solution = shown.Solution(rejecting[0].Split('/')[1]);
        shown.Fill(solution, rejecting);
        var time = new FakeClock(Night.Began + TimeSpan.FromMinutes(14));
        shown._served = await Served.StartAsync(
            options => options with
            {
                Time = time,
                Scheduler = () => State(time.GetUtcNow()),
                Metadata = () => solution,
                Compile = (_, batch) => batch == "Nightly" ? FailedNight.Plan : null,
            },
            shown._nights.Location);
        shown.Paths =
        [
            .. PlainPaths.All, "/runs/4", "/runs/6", "/runs/4?state=failed&text=table", "/runs/4/plan",
            "/runs/4/plan?node=Stage2%2FC1", "/batches/Nightly/plan", "/packages/Stage2/table_2_007",
            "/runs/4/packages/Stage2/table_2_007", $"/runs/4/rejects/{rejecting[0]}", "/nowhere", "/sign-in",
            "/actions/cancel?run=6",
            "/actions/skip?run=6&node=Stage2", "/actions/retry?run=4", "/actions/run?batch=Nightly", "/actions/pause",
            await HeldAsync(shown._served), $"/actions/approve?hash={Hash}",
        ];
        return shown;
    }

    public string Address(string path) => new Uri(_served.Address, path).AbsoluteUri;

    public async ValueTask DisposeAsync()
    {
        await _served.DisposeAsync();
        _nights.Dispose();
        _folder.Delete(recursive: true);
    }

    private Solution Solution(string rejecting)
    {
        File.WriteAllText(Path.Combine(_folder.FullName, "solution.yaml"), Yaml.Replace("{{object}}", rejecting));
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "in"));
        var loaded = SolutionLoader.Load(_folder.FullName, null, new SolutionLoadOptions());
        return loaded.Solution ?? throw new InvalidOperationException(string.Join('\n', loaded.Diagnostics));
    }

    // Somebody has held a package, and the page says what became of it.
    private static async Task<string> HeldAsync(Served served)
    {
        var form = await ActionForm.OpenAsync(served, "/actions/hold?run=6&node=Stage2/table_2_007");
        return $"/actions/{await form.DoAsync(("reason", "the file is not there yet"))}";
    }

    // As a run and its drainers leave them.
    private void Fill(Solution solution, string[] rejecting)
    {
        var targets = new SolutionTargets(solution, new Secrets(), _ => null, TimeProvider.System, default);
        targets.Buffer(SolutionTargets.Absorbers(solution).Single(), _folder.FullName, _ => { }).Create(isDry: false);
        var connection = solution.Connections.Single(one => one.Name == "Mart");
        var file = targets.Connections.Databases(connection)[0].File;
        using var database = new SqliteConnection($"Data Source={file};Pooling=False");
        database.Open();
        using var command = database.CreateCommand();
        command.CommandText = $"""
            INSERT INTO orders_buffer (Id, State) VALUES (1, 'new'), (2, 'paid'), (3, 'sent');
            CREATE TABLE "err_{rejecting[0].Split('/')[1]}" (Attempt INTEGER, RowNumber INTEGER, SourceFile TEXT,
                ColumnName TEXT, Reason TEXT, RowKey TEXT, Value TEXT);
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rejecting[2]})
            INSERT INTO "err_{rejecting[0].Split('/')[1]}"
            SELECT {rejecting[1]}, 17 * i, 'customer.csv', iif(i % 3 = 0, 'Id', 'Name'),
                iif(i % 3 = 0, 'Nullability', 'Truncation'), 'Id=' || i,
                iif(i % 3 = 0, NULL, 'Wolfeschlegelsteinhausenbergerdorff the ' || i || 'th') FROM n;
            """;
        command.ExecuteNonQuery();
    }

    private static SchedulerState State(DateTimeOffset now) => new()
    {
        Service = 1,
        Turned = now,
        HasDefinitions = true,
        Commit = "a1b2c3d",
        Batches = [new ServedBatch("Nightly", ["Stage1/table_1_000", "Stage2/table_2_007"])],
        Waiting = [new WaitingPermission(
            new NeededPermission(PermissionKind.Plugin, Hash, "plugins/shop.dll"), ["Nightly"])],
        Triggers =
        [
            (Trigger("Nightly", "night", "0 0 2 * * ?"), Next(now.Date.AddDays(1).AddHours(2))),
            (Trigger("Hourly", "quarter", "0 15 * * * ?"), Next(now.Date.AddHours(2))),
        ],
    };

    private static Firing Next(DateTime at) => new(new DateTimeOffset(at, TimeSpan.Zero), at);

    private static ServedTrigger Trigger(string batch, string name, string cron) =>
        SchedulerRig.Nightly(cron) with { Batch = batch, Name = name, Words = cron };
}
