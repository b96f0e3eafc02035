using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger.Tests.Serving;

/// <summary>Services of one ledger, which think that it is a certain moment.</summary>
internal abstract class ServingFixture(Place place) : ConformanceFixture(place)
{
    /// <summary>How long a service may be silent, so that all live.</summary>
    protected static readonly TimeSpan Long = TimeSpan.FromHours(1);

    /// <summary>How long a service may be silent, so that all are dead but the one that asks.</summary>
    protected static readonly TimeSpan None = TimeSpan.Zero;

    protected static FixedTime Time => new(Began);

    protected static readonly AuditEntry Audit = new()
    {
        Environment = "default",
        At = Began,
        Who = "ann",
        Role = "operator",
        Address = "10.0.0.7",
        Action = "schedule pause",
        Object = "Nightly",
        Outcome = "done",
        Detail = "rebuild",
    };

    protected ServiceLedger Serve(string environment = "default", TimeProvider? time = null) => ServiceLedger.Register(
        Location, time ?? Time, new ServiceBeginning
        {
            Solution = "shop",
            Environment = environment,
            Address = "http://127.0.0.1:5080",
            Version = "1.2",
        });

    protected static FiringClaim Due(int hour = 2, string trigger = "night", string batch = "Nightly") => new()
    {
        Batch = batch,
        Trigger = trigger,
        Scheduled = Began.AddHours(hour),
        AsOf = new DateOnly(2031, 5, 6),
        LocalTime = $"2031-05-06 {hour:00}:00",
        Cause = FiringCause.Schedule,
    };

    /// <summary>Changes a service behind the back of all.</summary>
    protected void ChangeService(long service, string what)
    {
        using var database = Location.OpenForWriting(TimeProvider.System);
        var table = Place == Place.Sqlite ? "services" : "orchestrator.services";
        database.BeginWriting(CancellationToken.None);
        using (var statement = database.Write($"UPDATE {table} SET {what} WHERE service = {service}"))
        {
            statement.Run();
        }

        database.Commit();
    }

    /// <summary>A clock that stands at one moment.</summary>
    protected sealed class FixedTime(DateTimeOffset now) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => now;
    }
}
