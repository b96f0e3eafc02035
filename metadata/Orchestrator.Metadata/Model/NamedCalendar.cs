using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Model;

/// <summary>A calendar of the solution.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Calendar">What it allows, with the dates of its file of holidays.</param>
/// <param name="HolidaysFile">The file of its holidays, below the solution; null = it has none.</param>
/// <param name="At">Where it was declared.</param>
public sealed record NamedCalendar(string Name, Calendar Calendar, string? HolidaysFile, Origin At);
